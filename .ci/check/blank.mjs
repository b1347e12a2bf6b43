// Source text with its comments, and on request its strings, replaced by spaces. Positions and lines stay the same, so
// that simple patterns can be used on what is left.

const RUST =
  /\/\/[^\n]*|\/\*|\bb?r(#*)"|\bb?"(?:[^"\\]|\\[\s\S])*"|"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\\n]|\\[^\n]{1,10}?)'/g;
const TYPESCRIPT =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`|(?<=[(,=:[!&|?{};\n]\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;

/** Rust without comments and without the contents of string and character literals. */
export function blankRust(text) {
  const pattern = new RegExp(RUST);
  let out = "";
  let copied = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    let end = pattern.lastIndex;
    if (match[0] === "/*") end = endOfNestedComment(text, match.index);
    else if (match[1] !== undefined) {
      const close = text.indexOf(`"${match[1]}`, end);
      end = close === -1 ? text.length : close + 1 + match[1].length;
    }
    out += text.slice(copied, match.index) + spaces(text.slice(match.index, end));
    copied = end;
    pattern.lastIndex = end;
  }
  return out + text.slice(copied);
}

/** TypeScript without comments; strings stay, because imports name their modules in strings. */
export function blankTypeScriptComments(text) {
  return text.replace(TYPESCRIPT, (found) =>
    found.startsWith("//") || found.startsWith("/*") ? spaces(found) : found,
  );
}

/** TypeScript without comments and without the contents of strings, templates and regular expressions. */
export function blankTypeScript(text) {
  return text.replace(TYPESCRIPT, spaces);
}

function endOfNestedComment(text, start) {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}

function spaces(text) {
  return text.replace(/[^\n]/g, " ");
}
