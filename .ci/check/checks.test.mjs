// Tests of the checks on small checkouts of their own: each check has to fail on what it exists for.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { advisoryOf, fits, isAffected, packagesOf } from "./advisories.mjs";
import { findBrokenLimits, measure } from "./house.mjs";
import { findDeadReferences, headingAnchors } from "./references.mjs";

/** Runs `check` on a checkout that holds `files`, text by path. */
function inCheckout(files, check) {
  const root = mkdtempSync(join(tmpdir(), "pulsen-check-"));
  try {
    execFileSync("git", ["init", "-q"], { cwd: root });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return check(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** What breaks the rules of `.dependency-cruiser.mjs`. */
function violationsIn(files) {
  const repository = join(import.meta.dirname, "../..");
  const program = join(repository, "node_modules/.bin/depcruise");
  const options = ["--config", join(repository, ".dependency-cruiser.mjs"), "--output-type", "json"];
  const { stdout } = inCheckout(files, (root) => {
    mkdirSync(join(root, "loader"), { recursive: true });
    mkdirSync(join(root, "node_modules"));
    symlinkSync("../loader", join(root, "node_modules/pulsen-loader"));
    return spawnSync(program, [...options, "widget", "loader"], { cwd: root, encoding: "utf8" });
  });
  return JSON.parse(stdout)
    .summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
    .toSorted();
}

test("a dead anchor, a dead file and a dead link are named with file and line", () => {
  const found = inCheckout(
    {
      "docs/api.md":
        "# Calls\n\n## Error codes\n\n[up](../ARCHITECTURE.md) [here](#error-codes) [gone](#limits)\n",
      "ARCHITECTURE.md": "Start in `engine/src/lib.rs`, then `router.rs`.\n",
      "engine/src/lib.rs": "//! See docs/api.md#error-codes.\n//! See docs/api.md#errors and docs/chat.md.\n",
    },
    findDeadReferences,
  );
  assert.deepEqual(found, [
    "ARCHITECTURE.md:1: no such file: router.rs",
    "docs/api.md:5: no such heading: docs/api.md#limits",
    "engine/src/lib.rs:2: no such heading: docs/api.md#errors",
    "engine/src/lib.rs:2: no such file: docs/chat.md",
  ]);
});

test("documents outside the repository must not be cited", () => {
  const found = inCheckout({ "a.rs": "// As the specification says (wire.md).\n" }, findDeadReferences);
  assert.deepEqual(found, [
    "a.rs:1: cites what is not in the repository: specification",
    "a.rs:1: cites what is not in the repository: wire.md",
  ]);
});

test("what looks like a heading or a link in a block of code is neither", () => {
  const text = "```\n# no heading\n[no](link.md)\n```\n";
  assert.deepEqual(inCheckout({ "a.md": text }, findDeadReferences), []);
  assert.equal(headingAnchors(text).size, 0);
});

test("anchors are those of GitHub", () => {
  const anchors = headingAnchors(
    '# The `window.PSN` functions\n## Look-ups\n## Look-ups\n<a id="window-psn"></a>\n',
  );
  assert.deepEqual([...anchors], ["the-windowpsn-functions", "look-ups", "look-ups-1", "window-psn"]);
});

test("modules and folders of TypeScript are in an order, types and lazy imports included", () => {
  const found = violationsIn({
    "widget/src/main.ts": "export const start = 1;\n",
    "widget/src/a/one.ts": 'import type { Two } from "./two.ts";\nexport type One = Two;\n',
    "widget/src/a/two.ts": 'export type Two = 2;\nexport const load = () => import("./one");\n',
    "widget/src/b/lower.ts": 'import type { D } from "../c/d/d";\nexport type Lower = D;\n',
    "widget/src/b/upper.tsx": "export const Upper = () => <p>import it</p>;\n",
    "widget/src/c/d/d.ts": 'export type D = import("../../b/upper").Props;\n',
    "widget/src/c/c.ts": "export const c = 1;\n",
    "widget/src/c/e/e.ts": 'export { c } from "../c";\nexport { start } from "../../main";\n',
    "widget/src/f.ts": 'import { c } from "./c/c";\nimport "./c/gone";\nexport const f = c;\n',
  });
  assert.deepEqual(found, [
    "no-circle-of-folders: widget/src/b -> widget/src/c/d",
    "no-circle-of-folders: widget/src/c/d -> widget/src/b",
    "no-circle-of-modules: widget/src/a/one.ts -> widget/src/a/two.ts",
    "no-import-of-what-is-above: widget/src/c/e/e.ts -> widget/src/c/c.ts",
    "no-import-of-what-is-above: widget/src/c/e/e.ts -> widget/src/main.ts",
    "no-unknown-import: widget/src/f.ts -> ./c/gone",
  ]);
});

test("packages meet by their exports, and the loader imports nothing of the widget", () => {
  const found = violationsIn({
    "loader/package.json": '{"name": "pulsen-loader", "exports": {"./protocol": "./src/a/protocol.ts"}}',
    "loader/src/a/protocol.ts": "export const a = 1;\n",
    "loader/src/b.ts": 'import "../../widget/src/other";\nimport "../../widget/src/data.json";\n',
    "widget/package.json": '{"name": "pulsen-widget", "dependencies": {"pulsen-loader": "*"}}',
    "widget/src/data.json": "{}\n",
    "widget/src/other.ts": "export {};\n",
    "widget/src/good.ts": 'import { a } from "pulsen-loader/protocol";\n',
    "widget/src/inner.ts": 'import { a } from "pulsen-loader/src/a/protocol";\n',
    "widget/src/path.ts": 'import { a } from "../../loader/src/a/protocol";\n',
  });
  assert.deepEqual(found, [
    "loader-without-widget: loader/src/b.ts -> widget/src/other.ts",
    "no-unknown-import: widget/src/inner.ts -> pulsen-loader/src/a/protocol",
    "packages-meet-by-exports: loader/src/b.ts -> widget/src/other.ts",
    "packages-meet-by-exports: widget/src/path.ts -> loader/src/a/protocol.ts",
  ]);
});

test("limits: long files and undocumented public items are named", () => {
  const items =
    "/// Documented.\n#[derive(Debug)]\npub struct A {\n    pub field: u8,\n}\n\npub fn b() {}\npub(crate) fn c() {}\n";
  const found = inCheckout(
    { "engine/src/a.rs": items, "a/b/src/lib.rs": items, "widget/src/c.css": "a {}\n".repeat(501) },
    (root) => findBrokenLimits(measure(root)),
  );
  assert.deepEqual(
    found.map((text) => text.split(": ").slice(0, 2).join(": ").slice(0, 60)),
    [
      "a/b/src/lib.rs:7: a public item without a doc comment",
      "engine/src/a.rs:7: a public item without a doc comment",
      "widget/src/c.css: 501 lines, more than 500",
    ],
  );
});

test("requirements of versions mean what Cargo means by them", () => {
  for (const [requirement, within, without] of [
    [">= 1.2.3", ["1.2.3", "1.10.0", "2.0.0"], ["1.2.2", "1.2.3-rc.1"]],
    [">= 0.22.4, < 0.23.0", ["0.22.4", "0.22.99"], ["0.22.3", "0.23.0", "0.23.1"]],
    ["^1.2", ["1.2.0", "1.9.9"], ["1.1.9", "2.0.0"]],
    ["0.3.4", ["0.3.4", "0.3.9"], ["0.4.0", "0.3.3"]],
    ["^0.0.3", ["0.0.3"], ["0.0.4", "0.1.0"]],
    ["~1.2.3", ["1.2.9"], ["1.3.0"]],
    ["<= 0.23", ["0.23.4", "0.1.0"], ["0.24.0"]],
    ["> 1.2", ["1.3.0"], ["1.2.9"]],
    ["=1.0.0", ["1.0.0", "1.0.0+build"], ["1.0.1"]],
    ["> 1.0.0-alpha.2", ["1.0.0-alpha.10", "1.0.0"], ["1.0.0-alpha.1"]],
    ["*", ["0.0.1"], []],
  ]) {
    for (const version of within) assert.ok(fits(version, requirement), `${version} fits ${requirement}`);
    for (const version of without)
      assert.ok(!fits(version, requirement), `${version} does not fit ${requirement}`);
  }
});

test("an advisory is about the versions that are neither patched nor unaffected", () => {
  const advisory = advisoryOf(
    '```toml\n[advisory]\nid = "RUSTSEC-2026-0001"\npackage = "a"\n\n[versions]\n' +
      'patched = [\n  ">= 1.2.3",\n  "^0.9.7",\n]\nunaffected = ["< 0.5"]\n```\n\n# It breaks\n',
  );
  assert.deepEqual(
    [advisory.id, advisory.title, advisory.informational],
    ["RUSTSEC-2026-0001", "It breaks", undefined],
  );
  const affected = ["0.4.9", "0.5.0", "0.9.6", "0.9.8", "1.0.0", "1.2.3"].filter((version) =>
    isAffected(version, advisory),
  );
  assert.deepEqual(affected, ["0.5.0", "0.9.6", "1.0.0"]);
  const lock =
    'version = 4\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+x"\n\n[[package]]\nname = "own"\nversion = "0.1.0"\n';
  assert.deepEqual(packagesOf(lock), [{ name: "a", version: "1.0.0" }]);
});
