// Reads `govulncheck -format json` and says what the program is affected by. A
// vulnerability of a module in go.mod fails, unless it is listed below with the
// reason why it does not reach the program. One of the standard library is told
// and does not fail: another release of Go cures it, no line of this project.
import { text } from "node:stream/consumers";

const harmless = {
  "GO-2026-6872": "echo's rate limiter trusts X-Forwarded-For: the address is the connection's (ExtractIPDirect), and there is no rate limiter of echo's.",
  "GO-2026-6875": "echo's reverse proxy passes X-Real-IP on: the server has no reverse proxy.",
};

const input = await text(process.stdin);
const messages = JSON.parse(`[${input.replace(/^}\n{/gm, "},{")}]`);
const summaries = new Map();
const affected = new Map(); // id → the module, and the version that cures it
let config;
for (const { config: c, osv, finding } of messages) {
  if (c) config = c;
  if (osv) summaries.set(osv.id, osv.summary);
  // The first frame of a trace is the vulnerable symbol, if it is called at all.
  if (finding?.trace[0].function) affected.set(finding.osv, { module: finding.trace[0].module, fixed: finding.fixed_version });
}
if (!config?.go_version) {
  console.error("govulncheck told nothing");
  process.exit(1);
}
console.log(`${affected.size} known vulnerabilities are reached with ${config.go_version}`);
let failed = 0;
for (const [id, { module, fixed }] of [...affected].sort()) {
  const reason = module === "stdlib" ? `cured by Go ${fixed?.replace(/^v/, "") ?? "?"}` : harmless[id];
  if (!reason) failed++;
  console.log(`${reason ? "note" : "FAIL"} ${id} ${module}: ${summaries.get(id)} (${reason ?? `cured by ${fixed ?? "nothing yet"}`})`);
}
for (const id of Object.keys(harmless)) {
  if (!affected.has(id)) {
    failed++;
    console.log(`FAIL ${id}: is listed as harmless, and no longer found`);
  }
}
process.exit(failed ? 1 : 0);
