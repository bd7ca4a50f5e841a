/**
 * The server under test: built from this tree, on a free port of this machine.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** How long a server may take to say that it is ready. */
const START_MS = 20000;

/** @returns {Promise<{url: string, stop: () => Promise<void>}>} */
export async function startServer() {
  const directory = mkdtempSync(join(tmpdir(), 'hedgedrill-e2e-'));
  const program = join(directory, 'server');
  execFileSync('go', ['build', '-o', program, './cmd/server'], { cwd: root, stdio: 'inherit' });
  const process = spawn(program, ['-addr', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => { process.once('exit', resolve); });
  const url = await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the server does not start')), START_MS);
    let log = '';
    process.stdout.setEncoding('utf8').on('data', (text) => {
      log += text;
      const found = /url=(\S+)/.exec(log);
      if (!found) return;
      clearTimeout(late);
      resolve(found[1]);
    });
    ended.then(() => reject(new Error(`the server ended: ${log}`)));
  });
  return {
    url,
    async stop() {
      process.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
