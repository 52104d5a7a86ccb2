// node build.mjs FOLDER: bundles the page into FOLDER/page.html, and FOLDER/page_template.cpp, which holds its text.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2] ?? join(here, 'dist');

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, 'src', entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['chrome100', 'firefox100', 'safari15.4'],
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
  });
  return result.outputFiles[0].text.trim();
}

// The text of a script element ends at "</script", whatever it means in the script.
const script = (await bundle('main.ts')).replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
const style = await bundle('style.css');
const hash = (text) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
const fill = { POLICY: `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data: blob:`,
               STYLE: style, SCRIPT: script };
const licence = ['three', 'uplot']
  .map((name) => `${name}\n\n${readFileSync(join(here, 'node_modules', name, 'LICENSE'), 'utf8').trim()}`)
  .join('\n\n')
  .replace(/--/g, '- -');
const page = readFileSync(join(here, 'src', 'page.html'), 'utf8')
  .replace(/\{\{(POLICY|STYLE|SCRIPT)\}\}/g, (_, name) => fill[name])
  .replace('{{LICENCE}}', () => licence);

// C++ text in pieces of some kB: a string literal may be long, a line of it need not.
const pieces = [];
const bytes = Buffer.from(page, 'utf8');
for (let at = 0; at < bytes.length; at += 4096) {
  let piece = '';
  for (const byte of bytes.subarray(at, at + 4096)) {
    const c = String.fromCharCode(byte);
    if (c === '\n') piece += '\\n';
    else if (c === '"' || c === '\\' || c === '?') piece += `\\${c}`;
    else if (byte < 32 || byte > 126) piece += `\\${byte.toString(8).padStart(3, '0')}`;
    else piece += c;
  }
  pieces.push(`    "${piece}"`);
}
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'page.html'), page);
writeFileSync(join(folder, 'page_template.cpp'), `// Made by web/build.mjs.
#include "view/page.hpp"

namespace clearance::view {
namespace {
constexpr char text[] =
${pieces.join('\n')};
}  // namespace

std::string_view page_template() { return {text, sizeof text - 1}; }

}  // namespace clearance::view
`);
