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
const TYPES = new URL("loader/src/wire/generated.ts", ROOT);

// Widget and loader make none of the calls of staff.
const OF_STAFF = "/v1/staff/";

const types = await generate(JSON.parse(readFileSync(DESCRIPTION, "utf8")));
if (!process.argv.includes("--check")) {
  writeFileSync(TYPES, types);
} else if (!existsSync(TYPES) || readFileSync(TYPES, "utf8") !== types) {
  console.error(`${relative(process.cwd(), fileURLToPath(TYPES))} is not current: make openapi`);
  process.exitCode = 1;
}

/** Returns the types of all bodies that calls of browsers have, and of what is in them. */
async function generate({ openapi, info, paths, components: { schemas, responses } }) {
  const called = Object.entries(paths).filter(([path]) => !path.startsWith(OF_STAFF));
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
