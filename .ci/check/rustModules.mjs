// Which file of a Rust crate uses which other one.
//
// The rule: file A depends on file B when A names something that is *defined* in B.
//
// - `use` declarations and paths in code count alike (`use crate::a::B`, `crate::a::b()`, `super::B`, `child::b()`).
// - A re-export is transparent. `pub use child::B` does not make the parent depend on the child; anyone who names
//   `parent::B` depends on the child's file. Code in the parent that itself names `B` does make the parent depend on it.
// - `mod child;` is no dependency. A child that names something its parent defines depends on the parent.
// - Modules under `#[cfg(test)]` within a file do not count. Calls of methods name no path and are not seen.
import { dirname, join } from "node:path/posix";
import { blankRust } from "./blank.mjs";
import { lineAt, readText } from "./files.mjs";

const CRATE_ROOT =
  /(^|\/)(src\/(lib|main)\.rs|(tests|benches|fuzz_targets)\/[^/]+\.rs|tests\/[^/]+\/main\.rs)$/;

const DECLARATION = /^\s*(?:pub\s+)?mod\s+(\w+)\s*;/gm;

/** For every crate among `files`: `{name, edges: [{from, to, line}]}`, files by path. */
export function rustCrates(root, files) {
  const existing = new Set(files);
  return files
    .filter((path) => CRATE_ROOT.test(path))
    .map((path) => ({ name: path, edges: edgesOf(loadModules(root, existing, path)) }));
}

/** All modules of a crate by path in the module tree, where `""` is the root. */
function loadModules(root, existing, rootFile) {
  const modules = new Map();
  const load = (file, name, folder) => {
    const module = readModule(readText(root, file), file, name);
    modules.set(name, module);
    for (const child of module.children) {
      const candidates = [join(folder, `${child}.rs`), join(folder, child, "mod.rs")];
      const found = candidates.find((path) => existing.has(path));
      if (found) load(found, join2(name, child), join(folder, child));
    }
  };
  load(rootFile, "", dirname(rootFile));
  return modules;
}

function readModule(text, file, name) {
  // Who may see an item (`pub(in crate::http)`) says nothing about what it uses.
  const code = withoutTestModules(blankRust(text)).replace(/\bpub\([^)]*\)/g, (found) =>
    "pub".padEnd(found.length),
  );
  const children = [...code.matchAll(DECLARATION)].map((match) => match[1]);
  const inline = inlineModules(code);
  const imports = [];
  const body = code
    .replace(/^([ \t]*)(pub\s+)?use\s+([^;]+);/gm, (found, _indent, visibility, tree, at) => {
      const depth = inline.filter(({ start, end }) => start < at && at < end).length;
      for (const item of expandTree(tree)) {
        imports.push({
          ...item,
          depth,
          isPublic: visibility !== undefined,
          line: lineAt(code, at + found.search(/\S/)),
        });
      }
      return found.replace(/[^\n]/g, " ");
    })
    .replace(DECLARATION, (found) => found.replace(/[^\n]/g, " "));
  return { file, name, code, body, children: new Set(children), inline, imports };
}

/** `a::{b, c as d, self}` as a list of `{path, alias}`; a glob has the alias `*`. */
function expandTree(tree, prefix = []) {
  const items = [];
  for (const part of splitTopLevel(tree)) {
    const open = part.indexOf("{");
    if (open !== -1) {
      const head = part
        .slice(0, open)
        .split("::")
        .map((s) => s.trim())
        .filter(Boolean);
      items.push(...expandTree(part.slice(open + 1, part.lastIndexOf("}")), [...prefix, ...head]));
      continue;
    }
    const [written, alias] = part.split(/\s+as\s+/);
    const segments = [
      ...prefix,
      ...written
        .split("::")
        .map((s) => s.trim())
        .filter(Boolean),
    ];
    if (segments.at(-1) === "self" && segments.length > 1) segments.pop();
    if (segments.length === 0) continue;
    const isGlob = segments.at(-1) === "*";
    if (isGlob) segments.pop();
    items.push({ path: segments, alias: isGlob ? "*" : (alias?.trim() ?? segments.at(-1)) });
  }
  return items;
}

function splitTopLevel(tree) {
  const parts = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < tree.length; at += 1) {
    if (tree[at] === "{") depth += 1;
    else if (tree[at] === "}") depth -= 1;
    else if (tree[at] === "," && depth === 0) {
      parts.push(tree.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, tree.slice(start)].map((part) => part.trim()).filter(Boolean);
}

function edgesOf(modules) {
  const edges = new Map();
  const add = (from, to, line) => {
    if (to === undefined || to === from.file) return;
    const key = `${from.file} ${to}`;
    if (!edges.has(key)) edges.set(key, { from: from.file, to, line });
  };
  for (const module of modules.values()) {
    const aliases = new Map();
    for (const item of module.imports) {
      const path = absolute(modules, module, item.path, item.depth);
      if (!path) continue;
      const target = resolve(modules, path);
      // A module that was imported counts by what is named through it, below.
      if (target.isModule && item.alias !== "*") {
        aliases.set(item.alias, path);
        if (new RegExp(`\\b${item.alias}::`).test(module.body)) continue;
      }
      if (!item.isPublic || isNamedIn(module.body, item.alias)) add(module, target.file, item.line);
    }
    for (const match of module.body.matchAll(/(?<![\w:])\w+(?:\s*::\s*\w+)+/g)) {
      const segments = match[0].split("::").map((s) => s.trim());
      const imported = aliases.get(segments[0]);
      const depth = module.inline.filter(({ start, end }) => start < match.index && match.index < end).length;
      const path = imported
        ? [...imported, ...segments.slice(1)]
        : absolute(modules, module, segments, depth);
      if (path) add(module, resolve(modules, path).file, lineAt(module.code, match.index));
    }
  }
  return [...edges.values()];
}

/** Whether code names what a re-export brings; what a glob brings is not known by name. */
function isNamedIn(body, alias) {
  return alias !== "*" && new RegExp(`\\b${alias}\\b`).test(body);
}

/** A path as written in a module, from the crate's root; undefined when it leads out of the crate. */
function absolute(modules, module, segments, depth) {
  const own = module.name === "" ? [] : module.name.split("::");
  const [first, ...rest] = segments;
  if (first === "crate") return rest;
  if (first === "self") return [...own, ...rest];
  if (first === "super") {
    const ups = segments.findIndex((segment) => segment !== "super");
    const count = ups === -1 ? segments.length : ups;
    // Within an inline module the first `super` leads to the file itself.
    const up = Math.max(0, count - depth);
    return [...own.slice(0, own.length - up), ...segments.slice(count)];
  }
  if (module.children.has(first) && modules.has(join2(module.name, first))) return [...own, ...segments];
  return undefined;
}

/** The file that defines what a path names; re-exports and imports on the way are followed. */
function resolve(modules, path, seen = new Set()) {
  let name = "";
  for (let at = 0; at < path.length; at += 1) {
    const segment = path[at];
    const module = modules.get(name);
    const child = join2(name, segment);
    const isLast = at === path.length - 1;
    const key = `${name} ${segment}`;
    const alias = module.imports.find((item) => item.alias === segment);
    if (alias && !seen.has(key) && (isLast || !modules.has(child))) {
      seen.add(key);
      const target = absolute(modules, module, alias.path, alias.depth);
      if (target) return resolve(modules, [...target, ...path.slice(at + 1)], seen);
      return { file: undefined };
    }
    if (modules.has(child)) {
      name = child;
      continue;
    }
    return { file: definingFile(modules, module, segment) };
  }
  return { file: modules.get(name).file, isModule: true };
}

/** A name that a module neither declares nor imports by name may come from one of its globs. */
function definingFile(modules, module, name) {
  if (defines(module, name)) return module.file;
  for (const glob of module.imports.filter((item) => item.alias === "*")) {
    const path = absolute(modules, module, glob.path, glob.depth);
    const target = path && modules.get(path.join("::"));
    if (target && target !== module && defines(target, name)) return target.file;
  }
  return module.file;
}

function defines(module, name) {
  return new RegExp(`\\b(?:fn|struct|enum|trait|type|const|static|union|macro_rules!)\\s+${name}\\b`).test(
    module.code,
  );
}

function withoutTestModules(code) {
  let out = code;
  for (const { start, end, isTest } of inlineModules(code)) {
    if (isTest) out = out.slice(0, start) + out.slice(start, end).replace(/[^\n]/g, " ") + out.slice(end);
  }
  return out;
}

function inlineModules(code) {
  const found = [];
  for (const match of code.matchAll(
    /(#\[cfg\([^\]]*\btest\b[^\]]*\)\]\s*(?:#\[[^\]]*\]\s*)*)?(?:pub\s+)?\bmod\s+\w+\s*\{/g,
  )) {
    let depth = 0;
    let end = match.index + match[0].length - 1;
    for (; end < code.length; end += 1) {
      if (code[end] === "{") depth += 1;
      else if (code[end] === "}" && --depth === 0) break;
    }
    found.push({ start: match.index, end: end + 1, isTest: match[1] !== undefined });
  }
  return found;
}

function join2(parent, child) {
  return parent === "" ? child : `${parent}::${child}`;
}
