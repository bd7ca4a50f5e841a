package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// machine is where and with what a benchmark ran, as lines of name and value.
type machine [][2]string

func describe(b *bench) machine {
	m := machine{
		{"processor", processor() + ", " + count(runtime.NumCPU(), "core")},
		{"system", firstLine("uname", "-srm")},
		{"load before", load1()},
		{"commit", commit(b.root)},
		{"Go", strings.TrimPrefix(firstLine("go", "version"), "go version ")},
		{"C", firstLine("gcc", "--version") + ", `" + cFlags + "`"},
	}
	if b.python != "" {
		m = append(m, [2]string{"Python", firstLine(b.python, "--version") + ", " + strings.Join(pinned(b.root, "simpy", "cimba", "Ciw"), ", ")})
	}
	return append(m, [2]string{"HTTP", strings.Join(modules(b.program("door")), ", ")})
}

// cFlags are those of the Makefile's; a test compares them.
const cFlags = "-O3 -march=native -fno-tree-vectorize -mprefer-vector-width=128 -ffp-contract=off"

func firstLine(command string, args ...string) string {
	out, err := exec.Command(command, args...).Output()
	if err != nil {
		return "unknown"
	}
	text, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return text
}

func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for l := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(l, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

func load1() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Fields(string(text))[0] + " (mean of the last minute; near 0 on a quiet machine)"
}

func commit(root string) string {
	text := firstLine("git", "-C", root, "rev-parse", "--short", "HEAD")
	if firstLine("git", "-C", root, "status", "--porcelain", "--untracked-files=no") != "" {
		text += ", with changes"
	}
	return text
}

// pinned are versions from the simulators' requirements.
func pinned(root string, names ...string) (found []string) {
	text, _ := os.ReadFile(filepath.Join(root, "bench", "simulators", "requirements.txt"))
	for l := range strings.Lines(string(text)) {
		name, version, ok := strings.Cut(strings.TrimSpace(l), "==")
		for _, n := range names {
			if ok && n == name {
				found = append(found, name+" "+version)
			}
		}
	}
	return found
}

// modules are versions that a Go program was built with.
func modules(program string) (found []string) {
	out, _ := exec.Command("go", "version", "-m", program).Output()
	for l := range strings.Lines(string(out)) {
		fields := strings.Fields(l)
		if len(fields) < 3 || fields[0] != "dep" {
			continue
		}
		for _, m := range []string{"github.com/labstack/echo/v4", "github.com/getkin/kin-openapi", "github.com/go-playground/validator/v10"} {
			if fields[1] == m {
				found = append(found, strings.TrimPrefix(m, "github.com/")+" "+fields[2])
			}
		}
	}
	return found
}
