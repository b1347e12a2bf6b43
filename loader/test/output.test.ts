import { fileURLToPath } from "node:url";
import { build, parseAst, type Rolldown } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { LOADER_BUILDS } from "../builds.mjs";

/** Syntax that calls methods of prototypes, which the host may have replaced. */
const HOST_PROTOTYPES = {
  ForOfStatement: "iteration with for…of",
  SpreadElement: "spreading",
  ArrayPattern: "destructuring of a list",
  YieldExpression: "generators",
  AwaitExpression: "promises",
  TaggedTemplateExpression: "tagged templates",
};

/** Methods of pristine objects: `call` of functions, `test` of patterns, `Object.keys` and `URLSearchParams.toString`. */
const ALLOWED_METHODS = ["call", "test", "keys", "toString"];

describe.each(LOADER_BUILDS)("$file", ({ file, define, output: options }) => {
  let code: string;

  beforeAll(async () => {
    const root = fileURLToPath(new URL("..", import.meta.url));
    const { output } = (await build({
      root,
      define,
      logLevel: "error",
      build: { write: false, rolldownOptions: { output: options } },
    })) as Rolldown.RolldownOutput;
    expect(output.map(({ fileName }) => fileName)).toEqual([file]);
    code = output[0].code;
  });

  it("contains the placeholder for the configuration exactly once, as an expression", () => {
    expect(code.split("__PSN_CONFIG__")).toHaveLength(2);
    const configured = code.replace("__PSN_CONFIG__", () => '{"code":"PSN-DEMO123","config":{}}');
    expect(() => parseAst(configured)).not.toThrow();
  });

  it("uses no syntax that calls methods of the host's prototypes", () => {
    const found = nodesOf(parseAst(code))
      .map((node) => (isRegex(node) ? "a regex literal" : HOST_PROTOTYPES[node.type as keyof object]))
      .filter(Boolean);
    expect(found).toEqual([]);
  });

  it("calls built-in methods only through pristine prototypes", () => {
    // For example the host's `[].push` or `"".slice`. Pristine methods are called as `prototype.….call`.
    const builtIn = new Set(
      [Array.prototype, String.prototype, Function.prototype, RegExp.prototype]
        .flatMap((prototype) => Object.getOwnPropertyNames(prototype))
        .filter((name) => !ALLOWED_METHODS.includes(name)),
    );
    const called = nodesOf(parseAst(code))
      .filter((node) => node.type === "CallExpression")
      .map((node) => node.callee as Node)
      .filter((callee) => callee.type === "MemberExpression" && !callee.computed)
      .map((callee) => (callee.property as { name: string }).name)
      .filter((name) => builtIn.has(name));
    expect(called).toEqual([]);
  });

  it("defines no globals and never evaluates text as code or markup", () => {
    expect(parseAst(code).body).toHaveLength(1);
    expect(code).toMatch(/^\(\(\)=>\{/);
    expect(code).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|srcdoc|eval\(|new Function/);
    expect(code).not.toContain("sourceMappingURL");
  });
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
