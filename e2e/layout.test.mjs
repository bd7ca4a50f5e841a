/**
 * How the page's source is laid out: small functions in small files.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import ts from 'typescript';

const files = new URL('../internal/web/files/', import.meta.url);
const names = readdirSync(files).filter((name) => name.endsWith('.js'));

/** The most lines of a function, and of half of all files. */
const MOST = { ofFunction: 60, ofMedianFile: 120 };

/** The functions of a file with their lengths, methods and nested ones too. @param {string} name */
function functionsOf(name) {
  const source = ts.createSourceFile(name, readFileSync(new URL(name, files), 'utf8'), ts.ScriptTarget.ES2022, true);
  /** @type {{at: string, lines: number}[]} */
  const found = [];
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const [first, last] = [node.getStart(), node.end].map((place) => source.getLineAndCharacterOfPosition(place).line);
      found.push({ at: `${name}:${first + 1}`, lines: last - first + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test(`no function of the page has more than ${MOST.ofFunction} lines`, () => {
  const all = names.flatMap(functionsOf);
  console.log(`${all.length} functions in ${names.length} files`);
  assert.ok(all.length > 300);
  assert.deepEqual(all.filter((f) => f.lines > MOST.ofFunction), []);
});

test(`half of the page's files have at most ${MOST.ofMedianFile} lines`, () => {
  const lines = names.map((name) => readFileSync(new URL(name, files), 'utf8').split('\n').length - 1).sort((a, b) => a - b);
  assert.ok(lines[lines.length >> 1] <= MOST.ofMedianFile, lines.join(' '));
});
