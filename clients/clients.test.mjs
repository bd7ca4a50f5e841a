// Clients that others' generators make from the contract must compile, and must
// get from a running server what the contract and the drill promise.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serve } from "./server.mjs";

const here = new URL(".", import.meta.url).pathname;
const contract = join(here, "../api/openapi.yaml");
const generated = join(here, "generated");

/** Runs a program to its end; what it printed is the message if it fails. */
function run(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", ...options });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${error ?? ""}${stdout}${stderr}`);
  return stdout;
}

let server;
before(async () => {
  rmSync(generated, { recursive: true, force: true });
  mkdirSync(generated);
  server = await serve();
});
after(async () => {
  assert.equal(await server?.stop(), 0, "the server's exit code");
});

test("openapi-typescript and openapi-fetch", async (t) => {
  const bin = join(here, "node_modules/.bin");
  run(join(bin, "openapi-typescript"), [contract, "-o", join(generated, "schema.d.ts"), "--default-non-nullable=false"]);
  run(join(bin, "tsc"), ["-p", join(here, "typescript")]);
  const client = await import(join(generated, "typescript/drill.js"));

  await t.test("the drill as it opens", async () => {
    const run = await client.play(server.url, client.drill, 60_000);
    assert.equal(run.p95, 146);
    assert.equal(run.verdict, "EXCESS_LOAD");
    assert.equal(run.hedged.length, 20);
    assert.equal(run.last.type, "run.completed");
    assert.equal(run.nextMs, undefined);
  });
  await t.test("only the tail, at the first hedge", async () => {
    const run = await client.play(server.url, client.tailOnly, 15_130);
    assert.equal(run.p95, 226);
    assert.equal(run.verdict, "TAIL_CUT");
    assert.deepEqual(run.hedged, [6, 12, 17]);
    assert.equal(run.state.hedges, 1);
    assert.deepEqual(run.state.inFlight.map((r) => [r.request, r.attempts.length]), [[6, 2]]);
    assert.equal(run.nextMs, 15_225);
  });
  await t.test("a wrong body names its places", async () => {
    const problem = await client.fault(server.url);
    assert.equal(problem.status, 422);
    assert.equal(problem.type, "/problems/invalid-scenario");
    assert.deepEqual(problem.places.toSorted(), ["/policy/hedge/delay/ms", "/sed"]);
  });
  await t.test("all pages of the events", async () => {
    const seqs = await client.everyEvent(server.url, "v1.e30");
    assert.ok(seqs.length > 100, `${seqs.length} events`);
    assert.deepEqual(seqs, seqs.map((_, i) => i + 1));
  });
});

test("oapi-codegen", async (t) => {
  const folder = join(generated, "go");
  cpSync(join(here, "go"), folder, { recursive: true });
  const go = (args) => run("go", args, { cwd: folder, env: { ...process.env, GOWORK: "off", HEDGEDRILL_URL: server.url } });
  mkdirSync(join(folder, "hedgedrill"));
  go(["tool", "oapi-codegen", "-config", "oapi-codegen.yaml", contract]);
  go(["vet", "./..."]);
  const output = go(["test", "-count=1", "-v", "./..."]);
  const passed = output.match(/^--- PASS/gm) ?? [];
  assert.ok(passed.length >= 3, output);
  t.diagnostic(`${passed.length} Go tests passed`);
});
