/**
 * Writes the proof of each criterion into the table of docs/accessibility.md, from the results of the page tests that have just
 * run (`make test-e2e`). With `--check` it compares instead. A criterion that is said to be met without a test that passed is
 * an error either way.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fillIn } from "./criteria.mjs";

const DOCUMENT = "docs/accessibility.md";
const RESULTS = ["widget/test-results/criteria.json", "loader/test-results/criteria.json"];

const missing = RESULTS.filter((path) => !existsSync(path));
if (missing.length > 0) fail([`${missing.join(", ")} is missing: run \`make test-e2e\` first.`]);

const document = readFileSync(DOCUMENT, "utf8");
const results = RESULTS.map((path) => JSON.parse(readFileSync(path, "utf8")));
const { text, problems } = fillIn(document, results);
if (!process.argv.includes("--check")) writeFileSync(DOCUMENT, text);
else if (text !== document) problems.push("The proofs are out of date: run `make accessibility`.");
if (problems.length > 0) fail(problems);
console.log("Each criterion has its proof.");

function fail(problems) {
  for (const problem of problems) console.error(`${DOCUMENT}: ${problem}`);
  process.exit(1);
}
