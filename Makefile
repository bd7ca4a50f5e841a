# The ways to work on Hedgedrill. A target fetches what it needs, in the version that stands here.
STATICCHECK = v0.8.2
GOVULNCHECK = v1.9.0
VULNDB      = v0.0.0-20261105234957-e22db6528018
FUZZTIME    = 10s
ADDR        = :8080
IMAGE       = hedgedrill

.PHONY: run test race portable bench bench-guard bench-go bench-programs fuzz spec golden lint lint-format lint-go lint-spec lint-vulns e2e clients image

## Run

run:
	go run ./cmd/server -addr $(ADDR)

image:
	docker build -t $(IMAGE) .

## Test

test:
	go test ./...

race:
	go test -race -short ./...

# A million mutated ids, of which none may answer under another spelling.
ids:
	go test ./internal/intake -run TestMutatedIDs -mutations 1000000 -v

# Queueing theory and published tables, at the size that they deserve, and what the
# presets and verdicts say, over hundreds of seeds (half an hour; SKIP leaves tests out).
theory:
	go test ./internal/theory -long -v -timeout 90m $(if $(SKIP),-skip '$(SKIP)')

# Draws have the same bits on every machine: the compiler fuses no product with a
# sum, and the golden draws are the same (on arm64 by qemu-user).
DRAWS = ./internal/portable ./internal/draw ./internal/latency
portable:
	@set -eu; for machine in GOAMD64=v3 GOARCH=arm64; do \
		fused=$$(env $$machine go build -gcflags=-S $(DRAWS) 2>&1 | grep -E '\b(FN?M(ADD|SUB)D?|VFN?M(ADD|SUB)[0-9]+[SP]D)\b' || true); \
		test -z "$$fused" || { echo "$$machine fuses products:"; echo "$$fused"; exit 1; }; \
	done
	GOAMD64=v3 go test $(DRAWS)
	GOARCH=arm64 go test -exec qemu-aarch64-static -run Golden $(DRAWS)

# Each fuzz target for FUZZTIME, one after the other.
fuzz:
	@set -eu; all=$$(go test -list '^Fuzz' ./... | awk '/^Fuzz/ {t[n++] = $$1} /^ok/ {while (n) print $$2 "=" t[--n]}'); \
	test -n "$$all" || { echo 'no fuzz target found'; exit 1; }; \
	for f in $$all; do \
		echo "fuzz $${f%=*} $${f#*=} for $(FUZZTIME)"; \
		go test "$${f%=*}" -run '^$$' -fuzz "^$${f#*=}\$$" -fuzztime $(FUZZTIME); \
	done

# The page in a browser. CHROMIUM may name the browser.
e2e:
	cd e2e && npm ci && npm test

# Generated clients and a fuzzer judge a running server by the contract.
clients: clients/node_modules clients/.venv
	cd clients && npm test

## Measure

# Hedgedrill beside its contenders, in one interleaved run, into bench/RESULTS.md.
# QUICK=1 has smaller runs, ROUNDS a number of rounds, BENCH other flags of bench/main.go.
bench: bench-programs
	build/bench/bench $(if $(QUICK),-quick) $(if $(ROUNDS),-rounds $(ROUNDS)) $(BENCH)

# The quick one, which fails where a ratio is several times what it should be.
bench-guard: bench-programs
	build/bench/bench -quick -rounds 3 -most 90s -guard -out build/bench/RESULTS.md

# What each hot path takes and allocates.
bench-go:
	go test -run '^$$' -bench . -benchmem ./...
	cd bench && go test -run '^$$' -bench . -benchmem ./...

# The flags let the C programs be compared with Go's code: no loop becomes SIMD by itself.
BENCH_CFLAGS = -O3 -march=native -fno-tree-vectorize -mprefer-vector-width=128 -ffp-contract=off
bench-programs: bench/.venv
	mkdir -p build/bench
	for w in w1 w2 w3; do gcc $(BENCH_CFLAGS) -o build/bench/$$w bench/c/$$w.c -lm || exit 1; done
	CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags=-s -o build/bench/server ./cmd/server
	cd bench && go build -o ../build/bench/ . ./door ./play

# Debian's Python is optimized when it is built; another may be half as fast.
BENCH_PYTHON = $(shell /usr/bin/python3 -c 'import ensurepip' 2>/dev/null && echo /usr/bin/python3 || echo python3)
bench/.venv: bench/simulators/requirements.txt
	$(BENCH_PYTHON) -m venv --clear $@
	$@/bin/pip install --quiet --disable-pip-version-check --no-deps -r $<
	touch $@

## Derive

# The patch schemas and the answers in the examples of api/openapi.yaml.
spec:
	go run ./cmd/spec

# The traces of the engine's golden tests, the metrics of random runs, and the
# page of the lessons.
golden:
	go test ./internal/engine ./internal/theory -run 'TestGolden|TestGoldenRuns' -golden

## Lint

lint: lint-format lint-go lint-spec lint-vulns

lint-format:
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "gofmt -w $$unformatted"; exit 1; }

lint-go:
	go vet ./...
	go run honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK) ./...

lint-spec: lint/node_modules
	node --test --test-reporter=spec lint/
	lint/node_modules/.bin/spectral lint --fail-severity=warn -r lint/spectral.yaml api/openapi.yaml
	REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true lint/node_modules/.bin/redocly lint --config lint/redocly.yaml api/openapi.yaml

lint-vulns: build/vulndb-$(VULNDB)
	go run golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK) -db "file://$(CURDIR)/$<" -format json ./... | node lint/vulns.mjs

# The vulnerability database, from the module that holds its source.
build/vulndb-$(VULNDB):
	rm -rf $@ $@.part
	go run golang.org/x/vulndb/cmd/indexdb@$(VULNDB) -out $@.part \
		-vulns "$$(go mod download -json golang.org/x/vulndb@$(VULNDB) | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')/data/osv"
	mv $@.part $@

%/node_modules: %/package-lock.json
	cd $* && npm ci
	touch $@

%/.venv: %/schemathesis/requirements.txt
	python3 -m venv --clear $@
	$@/bin/pip install --quiet --disable-pip-version-check --no-deps -r $<
	touch $@
