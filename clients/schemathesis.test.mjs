// Schemathesis fuzzes a running server by the contract, for a bounded time and from
// a fixed seed: SCHEMATHESIS_TIME is in seconds, SCHEMATHESIS_SEED any integer.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { serve } from "./server.mjs";

const here = new URL(".", import.meta.url).pathname;
const { SCHEMATHESIS_TIME: seconds = "60", SCHEMATHESIS_SEED: seed = "1" } = process.env;

test("schemathesis", async (t) => {
  const server = await serve();
  t.after(async () => assert.equal(await server.stop(), 0, "the server's exit code"));
  const { status, stdout, stderr, error } = spawnSync(
    join(here, ".venv/bin/st"),
    ["--no-color", "run", join(here, "../api/openapi.yaml"), "--url", server.url, "--max-time", seconds, "--seed", seed, "--continue-on-failure"],
    { cwd: join(here, "schemathesis"), encoding: "utf8", maxBuffer: 1 << 30, env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" } },
  );
  const brief = (text) => text?.split("\n").map((line) => line.slice(0, 1000)).join("\n").slice(-50_000);
  assert.equal(status, 0, `make clients installs it; ${error ?? ""}${brief(stdout)}${brief(stderr)}`);
  const [, cases] = /(\d+) generated/.exec(stdout) ?? [];
  assert.ok(Number(cases) >= 50, `only ${cases} cases`);
  t.diagnostic(`${cases} requests in ${seconds} s from seed ${seed}`);
});
