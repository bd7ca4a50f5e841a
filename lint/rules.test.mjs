// Each rule of the house must find its fault in faults.yaml.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";

const here = (name) => new URL(name, import.meta.url).pathname;

test("each rule of the house finds its fault", () => {
  const rules = [...readFileSync(here("spectral.yaml"), "utf8").matchAll(/^  (hedgedrill-[a-z-]+):/gm)].map((m) => m[1]);
  const { stdout, stderr } = spawnSync(
    here("node_modules/.bin/spectral"),
    ["lint", "--quiet", "-f", "json", "-r", here("spectral.yaml"), here("faults.yaml")],
    { encoding: "utf8" },
  );
  assert.ok(stdout.startsWith("["), stderr);
  const found = new Set(JSON.parse(stdout).map((fault) => fault.code));
  assert.ok(rules.length >= 14, `only ${rules.length} rules`);
  assert.deepEqual(rules.filter((rule) => !found.has(rule)), [], "rules that found nothing");
});
