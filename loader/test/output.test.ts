import { fileURLToPath } from "node:url";
import { build, parseAst, type Rolldown } from "vite";
import { beforeAll, expect, it } from "vitest";

/** What the language carries out by means of prototypes that the host may have overwritten. */
const HOST_PROTOTYPES = {
  ForOfStatement: "iteration with for…of",
  SpreadElement: "spreading",
  ArrayPattern: "destructuring of a list",
  YieldExpression: "generators",
  AwaitExpression: "promises",
  TaggedTemplateExpression: "tagged templates",
};

/**
 * Names that are called all the same: `call` of clean functions, `test` of a clean pattern, `Object.keys` and
 * `URLSearchParams.toString` of the clean realm, and `push` of the host's `dataLayer`, which is meant.
 */
const NOT_OURS = ["call", "test", "keys", "toString", "push"];

let code: string;

beforeAll(async () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const output = (await build({
    root,
    logLevel: "error",
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  expect(output.output.map(({ fileName }) => fileName)).toEqual(["loader.js"]);
  code = output.output[0].code;
});

it("has the place for the configuration exactly once, where an expression is", () => {
  expect(code.split("__PSN_CONFIG__")).toHaveLength(2);
  const baked = code.replace("__PSN_CONFIG__", () => '{"code":"PSN-DEMO123","config":{}}');
  expect(() => parseAst(baked)).not.toThrow();
});

it("uses nothing that runs on the host's prototypes by itself", () => {
  const found = nodesOf(parseAst(code))
    .map((node) => (isRegex(node) ? "a regex literal" : HOST_PROTOTYPES[node.type as keyof object]))
    .filter(Boolean);
  expect(found).toEqual([]);
});

it("calls no built-in method on a value of its own", () => {
  // The host's `[].push`, `"".slice` and so on: only the clean realm's are called, by `prototype.….call`.
  const builtIn = new Set(
    [Array.prototype, String.prototype, Function.prototype, RegExp.prototype]
      .flatMap((prototype) => Object.getOwnPropertyNames(prototype))
      .filter((name) => !NOT_OURS.includes(name)),
  );
  const called = nodesOf(parseAst(code))
    .filter((node) => node.type === "CallExpression")
    .map((node) => node.callee as Node)
    .filter((callee) => callee.type === "MemberExpression" && !callee.computed)
    .map((callee) => (callee.property as { name: string }).name)
    .filter((name) => builtIn.has(name));
  expect(called).toEqual([]);
});

it("leaves nothing global behind and turns no text into code or markup", () => {
  expect(parseAst(code).body).toHaveLength(1);
  expect(code).toMatch(/^\(function\(\)\{/);
  expect(code).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|srcdoc|eval\(|new Function/);
  expect(code).not.toContain("sourceMappingURL");
});

interface Node {
  type: string;
  [key: string]: unknown;
}

function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (typeof value !== "object" || value === null) return [];
  const children = Object.values(value).flatMap(nodesOf);
  return "type" in value ? [value as Node, ...children] : children;
}

function isRegex(node: Node): boolean {
  return node.type === "Literal" && "regex" in node;
}
