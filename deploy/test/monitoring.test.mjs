// The alert rules and the dashboard ask for metrics that a server has.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
// The server's own test compares this table with what it records.
const documented = new Set(
  [...read("docs/operate.md").matchAll(/^\| `((?:pulsen|process)_\w+)`/gm)].map(([, name]) => name),
);
const METRIC = /\b(?:pulsen|process)_\w+/g;
const parts = /_(?:bucket|count|sum)$/;

const rules = read("deploy/monitoring/alerts.yaml");
const dashboard = JSON.parse(read("deploy/monitoring/dashboard.json"));
const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

for (const [name, text] of [
  ["alert rules", rules.replace(/^ *#.*$/gm, "")],
  ["dashboard", expressions.join("\n")],
]) {
  test(`the ${name} ask for metrics that there are`, () => {
    const asked = [...text.matchAll(METRIC)].map(([metric]) => metric);
    assert.ok(asked.length > 5);
    const unknown = asked.filter(
      (metric) => !documented.has(metric) && !documented.has(metric.replace(parts, "")),
    );
    assert.deepEqual(unknown, []);
  });
}

test("each panel has a place of its own", () => {
  const taken = new Set();
  for (const { title, gridPos } of dashboard.panels) {
    for (let row = gridPos.y; row < gridPos.y + gridPos.h; row += 1)
      for (let column = gridPos.x; column < gridPos.x + gridPos.w; column += 1) {
        const place = `${row},${column}`;
        assert.ok(!taken.has(place), `“${title}” overlaps another panel`);
        taken.add(place);
      }
  }
});

test("each alert says what is wrong and how urgent it is", () => {
  const alerts = rules.split(/^ {6}- alert: /m).slice(1);
  assert.ok(alerts.length > 5);
  for (const alert of alerts) {
    assert.match(alert, /severity: (critical|warning)/);
    assert.match(alert, /summary: "[^"]{20,}"/);
  }
});
