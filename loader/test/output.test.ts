import { fileURLToPath } from "node:url";
import { type BuildEnvironmentOptions, build, parseAst, type Rolldown } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { BUBBLE_BUILD, coreBuilds, INTERACTION_BUILD, LOOK_BUILD, SHORT_NAMES } from "../builds.mjs";

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

const CORES = coreBuilds(["interaction-1-abc.js", "bubble-1-abc.js", "look-1-abc.js"]);
const INTERACTION = { file: "interaction", build: INTERACTION_BUILD, define: {} };
const BUBBLE = { file: "bubble", build: BUBBLE_BUILD, define: {} };
const LOOK = { file: "look", build: LOOK_BUILD, define: {} };

describe.each([INTERACTION, BUBBLE, LOOK, ...CORES])("$file", ({ define, build: options }) => {
  let code: string;

  beforeAll(async () => {
    ({ code } = await buildOnly(define, options));
  });

  it("uses no syntax that calls methods of the host's prototypes", () => {
    const found = nodesOf(parseAst(code))
      .filter((node) => !isAwaitedLiteral(node))
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

  it("never evaluates text as code or markup", () => {
    expect(code).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|srcdoc|eval\(|new Function/);
    expect(code).not.toContain("sourceMappingURL");
  });

  it("has short names for all that stays within the loader", () => {
    const names = nodesOf(parseAst(code)).flatMap((node) => [propertyName(node), textOf(node)]);
    expect(names.filter((name) => /^_[a-z]/.test(name ?? ""))).toEqual([]);
  });
});

it("short names differ from each other, and are kept for later builds", async () => {
  const forms = Object.values(SHORT_NAMES.names);
  expect(new Set(forms).size).toBe(forms.length);
  await expect(`${JSON.stringify(SHORT_NAMES, null, 2)}\n`).toMatchFileSnapshot("../shortNames.json");
});

it("core and interaction have the same short names for what they give each other", async () => {
  const { _addHandlers: addHandlers, _perform: perform, _notify_host: notifyHost } = SHORT_NAMES.names;
  const interaction = nodesOf(parseAst((await buildOnly({}, INTERACTION_BUILD)).code));
  for (const { define, build: options } of CORES) {
    const core = nodesOf(parseAst((await buildOnly(define, options)).code));
    for (const [from, to, name] of [
      [core, interaction, addHandlers],
      [interaction, core, perform],
    ] as const) {
      expect(from.filter(({ type }) => type === "Property").map(propertyName)).toContain(name);
      expect(to.filter(({ type }) => type === "MemberExpression").map(propertyName)).toContain(name);
    }
    for (const part of [core, interaction]) expect(part.map(textOf)).toContain(notifyHost);
  }
});

describe.each(CORES)("$file", ({ file, define, build: options }) => {
  let code: string;

  beforeAll(async () => {
    const output = await buildOnly(define, options);
    expect(output.fileName).toBe(file);
    code = output.code;
  });

  it("contains the placeholder for the configuration exactly once, as an expression", () => {
    expect(code.split("__PSN_CONFIG__")).toHaveLength(2);
    const configured = code.replace("__PSN_CONFIG__", () => '{"code":"PSN-DEMO123","config":{}}');
    expect(() => parseAst(configured)).not.toThrow();
  });

  it("imports the modules that it was built with, from the provider, and nothing else", () => {
    expect(code.match(/import\(/g)).toHaveLength(1);
    expect(code).toMatch(/import\(`\$\{\w+\}\/loader\/\$\{\w+\}#\$\{\w+\}`\)/);
    expect(code).toContain("interaction-1-abc.js");
    // The side tab has nothing beside it.
    expect(code.includes("bubble-1-abc.js")).toBe(file === "loader.js");
  });

  it("defines no globals", () => {
    expect(parseAst(code).body).toHaveLength(1);
    expect(code).toMatch(/^\(\(\)=>\{/);
  });
});

it("the interaction's name has its version and a hash; it imports only labels and exports its start", async () => {
  const { code, fileName } = await buildOnly({}, INTERACTION_BUILD);
  expect(fileName).toMatch(/^interaction-\d+-[\w-]{8}\.js$/);
  expect(code.match(/\bimport\b.{12}/g)).toEqual([expect.stringMatching(/^import\(`\$\{/)]);
  expect(code).toContain("/loader/labels-");
  expect(code).toMatch(/export\{\w+ as start\};\s*$/);
});

it("the bubble's name has its version and a hash; it imports nothing and exports its start", async () => {
  const { code, fileName } = await buildOnly({}, BUBBLE_BUILD);
  expect(fileName).toMatch(/^bubble-\d+-[\w-]{8}\.js$/);
  expect(code).not.toMatch(/\bimport\b/);
  expect(code).toMatch(/export\{\w+ as start\};\s*$/);
});

/** Builds one file in memory, once for all tests. */
function buildOnly(define: Record<string, string>, options: BuildEnvironmentOptions) {
  const key = JSON.stringify([define, options.rolldownOptions]);
  const built = builds.get(key) ?? buildFile(define, options);
  builds.set(key, built);
  return built;
}

const builds = new Map<string, ReturnType<typeof buildFile>>();

async function buildFile(define: Record<string, string>, options: BuildEnvironmentOptions) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const result = await build({ root, define, logLevel: "error", build: { ...options, write: false } });
  const { output } = result as Rolldown.RolldownOutput;
  expect(output).toHaveLength(1);
  return output[0];
}

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

/** Returns the name in `{ name: … }` and in `….name`. */
function propertyName({ type, computed, key, property }: Node): string | undefined {
  if (computed || (type !== "Property" && type !== "MemberExpression")) return undefined;
  return ((key ?? property) as { name?: string }).name;
}

function textOf({ type, value }: Node): string | undefined {
  return type === "Literal" && typeof value === "string" ? value : undefined;
}

/** To wait for what is no object calls no method. */
function isAwaitedLiteral({ type, argument }: Node): boolean {
  return type === "AwaitExpression" && (argument as Node).type === "Literal";
}

function isRegex(node: Node): boolean {
  return node.type === "Literal" && "regex" in node;
}
