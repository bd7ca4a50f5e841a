// The server that the clients talk to: the one at HEDGEDRILL_URL, or else one that
// is built and started on a free port of this machine.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const root = new URL("..", import.meta.url).pathname;

/** Gives the server's url and a function that stops it and gives its exit code. */
export async function serve() {
  if (process.env.HEDGEDRILL_URL) return { url: process.env.HEDGEDRILL_URL, stop: async () => 0 };
  const folder = mkdtempSync(join(tmpdir(), "hedgedrill-"));
  const program = join(folder, "server");
  execFileSync("go", ["build", "-o", program, "./cmd/server"], { cwd: root, stdio: "inherit" });
  const server = spawn(program, ["-addr", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(server, "exit");
  const url = await new Promise((resolve, reject) => {
    createInterface(server.stdout).on("line", (line) => {
      const ready = /msg=ready .*url=(\S+)/.exec(line);
      if (ready) resolve(ready[1]);
    });
    exited.then(([code]) => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    url,
    stop: async () => {
      server.kill("SIGTERM");
      const [code] = await exited;
      rmSync(folder, { recursive: true });
      return code;
    },
  };
}
