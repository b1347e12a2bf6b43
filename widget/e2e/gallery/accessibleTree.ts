import type { Locator, Page } from "@playwright/test";

/** Roles that say nothing by themselves: their texts are in the names of others, or are texts of their own. */
const SILENT = new Set([
  "none",
  "generic",
  "InlineTextBox",
  "LabelText",
  "LayoutTable",
  "Legend",
  "ListMarker",
]);
/** Properties that assistive technology says. */
const SAID = new Set([
  "checked",
  "required",
  "invalid",
  "disabled",
  "expanded",
  "selected",
  "busy",
  "live",
  "hasPopup",
]);

interface Value {
  value?: unknown;
}

interface Node {
  nodeId: string;
  parentId?: string;
  childIds?: string[];
  backendDOMNodeId?: number;
  ignored: boolean;
  role?: Value;
  name?: Value;
  description?: Value;
  value?: Value;
  properties?: { name: string; value: Value }[];
}

/**
 * Returns what assistive technology is told about parts of the page, one line for each thing: role, name, description,
 * value and state, as the browser computes them.
 */
export async function accessibleTrees(page: Page, parts: Locator[]): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { nodes: Node[] };
  const byDomNode = new Map(nodes.map((node) => [node.backendDOMNodeId, node]));
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const { root } = await session.send("DOM.getDocument");
  const trees: string[] = [];
  for (const part of parts) {
    const id = await part.getAttribute("data-element");
    const { nodeId } = await session.send("DOM.querySelector", {
      nodeId: root.nodeId,
      selector: `[data-element="${id}"]`,
    });
    const { node } = await session.send("DOM.describeNode", { nodeId });
    const start = byDomNode.get(node.backendNodeId);
    trees.push(start ? linesOf(start, byId, 0).join("\n") : "");
  }
  await session.detach();
  return trees;
}

function linesOf(node: Node, byId: Map<string, Node>, depth: number): string[] {
  const line = node.ignored ? "" : lineOf(node);
  const children = (node.childIds ?? []).flatMap((id) => {
    const child = byId.get(id);
    return child ? linesOf(child, byId, line ? depth + 1 : depth) : [];
  });
  // A text that only repeats the name of what it is in.
  const own = children.filter((child) => child.trim() !== `StaticText "${node.name?.value}"`);
  return line ? [`${"  ".repeat(depth)}${line}`, ...own] : children;
}

function lineOf({ role, name, description, value, properties = [] }: Node): string {
  const kind = String(role?.value);
  if (SILENT.has(kind)) return "";
  const said = properties
    .filter((property) => SAID.has(property.name) && !isSilent(property.value.value))
    .map((property) =>
      property.value.value === true ? property.name : `${property.name}=${property.value.value}`,
    );
  if (kind === "paragraph" && !name?.value && said.length === 0) return "";
  return [
    kind,
    name?.value ? JSON.stringify(name.value) : "",
    description?.value ? `description=${JSON.stringify(description.value)}` : "",
    value?.value === undefined || value.value === "" ? "" : `value=${JSON.stringify(value.value)}`,
    ...said,
  ]
    .filter(Boolean)
    .join(" ");
}

function isSilent(value: unknown): boolean {
  return value === false || value === "false" || value === "off" || value === "" || value === undefined;
}
