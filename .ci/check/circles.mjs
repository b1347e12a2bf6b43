// Finds import circles among the Rust modules of each crate, and circles among the parts of folders that are in layers. Those of
// TypeScript are found by `.dependency-cruiser.mjs`. Usage: node .ci/check/circles.mjs [FOLDER OF A CHECKOUT]
import { isScript, listFiles, report, rootFromArguments } from "./files.mjs";
import { rustCrates } from "./rustModules.mjs";

/** Folders whose parts, files or folders, use each other in one direction only. */
const LAYERED = ["backend/src", "backend/base/src", "backend/store/src"];

/** One text for each circle. */
export function findCircles(root) {
  const files = listFiles(root);
  const graphs = rustCrates(root, files).map(({ edges }) => edges);
  return [
    ...new Set([
      ...graphs.flatMap((edges) => circles(edges).map((circle) => describe(circle, edges))),
      ...LAYERED.flatMap((folder) => partCircles(folder, graphs.flat())),
    ]),
  ];
}

/** Groups of files that lead to each other (strongly connected components), by Tarjan's algorithm. */
export function circles(edges) {
  const next = new Map();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const order = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (node) => {
    order.set(node, order.size);
    low.set(node, order.get(node));
    stack.push(node);
    for (const other of next.get(node) ?? []) {
      if (!order.has(other)) visit(other);
      if (stack.includes(other)) low.set(node, Math.min(low.get(node), low.get(other)));
    }
    if (low.get(node) === order.get(node)) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1) found.push(group.sort());
    }
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return found;
}

/** Circles among the parts of a folder, other than the module of the folder itself. */
function partCircles(folder, edges) {
  const partOf = (file) => {
    const rest = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : "";
    return /^(lib|main|mod)\.rs$/.test(rest) ? "" : rest.replace(/(\.rs$|\/.*)/, "");
  };
  const parts = edges.map(({ from, to, line }) => ({
    from: partOf(from),
    to: partOf(to),
    file: from,
    line,
    target: to,
  }));
  const between = parts.filter(({ from, to }) => from && to && from !== to);
  return circles(between).map((circle) => {
    const inside = between.filter(({ from, to }) => circle.includes(from) && circle.includes(to));
    const lines = inside.map(({ file, line, target }) => `  ${file}:${line}: uses ${target}`);
    return [`${circle.join(", ")} in ${folder} use each other in a circle:`, ...lines].join("\n");
  });
}

function describe(circle, edges) {
  const inside = edges.filter(({ from, to }) => circle.includes(from) && circle.includes(to));
  const lines = new Set(inside.map(({ from, to, line }) => `  ${from}:${line}: uses ${to}`));
  return [`${circle.length} files that use each other in a circle:`, ...lines].join("\n");
}

if (isScript(import.meta.url)) {
  const root = rootFromArguments();
  if (report("circles", findCircles(root))) console.log("No circles.");
}
