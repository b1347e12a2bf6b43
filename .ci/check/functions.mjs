// Where functions begin and end, by the layout that rustfmt and Biome give: what opens on a line with some indentation
// closes on the first later line with the same indentation that begins with a closing bracket.
import { blankRust, blankTypeScript } from "./blank.mjs";

const RUST =
  /^(\s*)(?:pub(?:\([^)]*\))?\s+)?(?:default\s+|const\s+|async\s+|unsafe\s+|extern\s+"[^"]*"\s+)*fn\s+(\w+)/;
const TYPESCRIPT = [
  /^(\s*)(?:export\s+)?(?:default\s+)?(?:async\s+)?function\b\*?\s*(\w+)/,
  /^(\s*)(?:export\s+)?const\s+(\w+)[^=]*=\s*(?:async\s+)?(?:\([^)]*$|\(.*=>|\w+\s*=>|function\b)/,
  /^(\s+)(?:(?:static|async|get|set|private|public|protected|override|readonly)\s+)*(#?\w+)\(.*\)[^=]*\{$/,
];
const KEYWORD = /^(if|for|while|switch|catch|return|function|constructor_)$/;

/** All named functions of a file: `{name, line, lines}`. Callbacks count with the function that holds them. */
export function functionsIn(path, text) {
  return path.endsWith(".rs") ? rustFunctions(text) : typescriptFunctions(text);
}

function rustFunctions(text) {
  const lines = blankRust(text).split("\n");
  return lines.flatMap((line, at) => {
    const match = RUST.exec(line);
    if (!match) return [];
    const [, indent, name] = match;
    for (let end = at; end < lines.length; end += 1) {
      if (lines[end].trimEnd().endsWith(";") && (end === at || lines[end].startsWith(`${indent})`)))
        return [];
      if (end === at ? /\}\s*$/.test(line) : lines[end].startsWith(`${indent}}`))
        return [found(name, at, end)];
    }
    return [];
  });
}

function typescriptFunctions(text) {
  const lines = blankTypeScript(text).split("\n");
  return lines.flatMap((line, at) => {
    const match = TYPESCRIPT.map((pattern) => pattern.exec(line)).find(Boolean);
    if (!match || KEYWORD.test(match[2])) return [];
    const [, indent, name] = match;
    if (/[;}]\s*$/.test(line)) return [found(name, at, at)];
    for (let end = at + 1; end < lines.length; end += 1) {
      const rest = lines[end].startsWith(indent) ? lines[end].slice(indent.length).trimEnd() : "";
      // `}: Props) {` ends the parameters, not the function.
      if (/^[})]/.test(rest) && !/(\{|\(|=>)$/.test(rest)) return [found(name, at, end)];
    }
    return [];
  });
}

function found(name, start, end) {
  return { name, line: start + 1, lines: end - start + 1 };
}
