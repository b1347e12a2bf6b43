import assert from "node:assert/strict";
import { test } from "node:test";
import { fillIn } from "./criteria.mjs";

const row = (criterion, status, proof) =>
  `| ${criterion} A name (AA) | ${status} | by this |${proof && ` ${proof}`} |`;
const document = (...rows) => ["# Accessibility", "", ...rows, ""].join("\n");

test("the proofs are the files whose tests have passed", () => {
  const old = document(
    row("1.4.10", "Supports", "`old.spec.ts`"),
    row("1.3.1", "Supports, with the author", ""),
  );
  const results = [
    { "1.4.10": { "b.spec.ts": true, "a.spec.ts": true, "failed.spec.ts": false } },
    { "1.3.1": { "c.spec.ts": true } },
  ];
  const { text, problems } = fillIn(old, results);
  assert.equal(
    text,
    document(
      row("1.4.10", "Supports", "`a.spec.ts`, `b.spec.ts`"),
      row("1.3.1", "Supports, with the author", "`c.spec.ts`"),
    ),
  );
  assert.deepEqual(problems, []);
});

test("the table says no more than the tests do, and no less", () => {
  const rows = document(
    row("1.1.1", "Supports", "`old.spec.ts`"),
    row("2.3.1", "Reviewed", ""),
    row("1.4.11", "Partially", ""),
    row("2.5.4", "Not applicable", ""),
    row("3.1.1", "Reviewed", ""),
  );
  const results = [
    { "1.1.1": { "a.spec.ts": false }, "3.1.1": { "b.spec.ts": true }, "9.9.9": { "c.spec.ts": true } },
  ];
  assert.deepEqual(fillIn(rows, results).problems, [
    "1.1.1 says “Supports”, and no test that passed has the tag `@1.1.1`.",
    "3.1.1 says “Reviewed”, but tests of b.spec.ts prove it.",
    "9.9.9 is the tag of a test, and has no row.",
  ]);
});
