// Writes the TypeScript types of what browsers and server send each other, from the description of the HTTP interface.
// Usage: node .ci/wire/generate.mjs [--check]
//
// With `--check` it writes nothing, and fails where the file is not the one that it would write.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTypeScript, { astToString } from "openapi-typescript";

const ROOT = new URL("../../", import.meta.url);
const DESCRIPTION = new URL("docs/openapi.json", ROOT);

// Widget and loader make none of the calls of staff, the console no others.
const FILES = [
  { file: "loader/src/wire/generated.ts", isCalled: (path) => !path.startsWith("/v1/staff/") },
  { file: "console/src/wire/generated.ts", isCalled: (path) => path.startsWith("/v1/staff/") },
];

const description = JSON.parse(readFileSync(DESCRIPTION, "utf8"));
for (const { file, isCalled } of FILES) {
  const types = await generate(description, isCalled);
  const url = new URL(file, ROOT);
  if (!process.argv.includes("--check")) {
    writeFileSync(url, types);
  } else if (!existsSync(url) || readFileSync(url, "utf8") !== types) {
    console.error(`${relative(process.cwd(), fileURLToPath(url))} is not current: make openapi`);
    process.exitCode = 1;
  }
}

/** Returns the types of all bodies that these calls have, and of what is in them. */
async function generate({ openapi, info, paths, components: { schemas, responses } }, isCalled) {
  const called = Object.entries(paths).filter(([path]) => isCalled(path));
  const used = reachable([called, responses], schemas);
  const ast = await openapiTypeScript({ openapi, info, paths: {}, components: { schemas: used } });
  const head = "// Generated from docs/openapi.json by .ci/wire/generate.mjs: `make openapi`.\n\n";
  return `${head}${astToString(ast)}`;
}

/** Returns the schemas that a part of the description names, with those that they name. */
function reachable(part, schemas) {
  const found = new Set();
  const visit = (value) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  visit(part);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}
