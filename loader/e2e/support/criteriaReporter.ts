import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { FullConfig, Reporter, TestCase } from "@playwright/test/reporter";

/**
 * Writes down which criteria of the WCAG the run has proven: those that its tests name as tags (`@1.4.10`), with their files.
 * `.ci/accessibility/make.mjs` makes the table of `docs/accessibility.md` from it.
 */
export default class CriteriaReporter implements Reporter {
  private readonly tests = new Set<TestCase>();
  private folder = "";
  private repository = "";

  onBegin(config: FullConfig) {
    this.folder = dirname(config.configFile ?? "");
    this.repository = dirname(this.folder);
  }

  onTestEnd(test: TestCase) {
    this.tests.add(test);
  }

  onEnd() {
    const proven: Record<string, Record<string, boolean>> = {};
    for (const test of this.tests) {
      const file = relative(this.repository, test.location.file);
      const hasPassed = test.outcome() === "expected" && test.expectedStatus === "passed";
      for (const tag of test.tags.filter((tag) => /^@\d\./.test(tag))) {
        proven[tag.slice(1)] ??= {};
        const files = proven[tag.slice(1)] ?? {};
        files[file] = hasPassed && files[file] !== false;
      }
    }
    const file = join(this.folder, "test-results", "criteria.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(proven, null, 2)}\n`);
  }

  printsToStdio() {
    return false;
  }
}
