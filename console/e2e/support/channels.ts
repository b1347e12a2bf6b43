import { randomUUID } from "node:crypto";
import type { PulsenServer } from "pulsen-loader/e2e";
import { expect } from "./test";

/** Stores a node as another person would; a new one without a version. Returns its id. */
export async function storeNode(
  pulsen: PulsenServer,
  node: Record<string, unknown>,
  version?: string,
): Promise<string> {
  const id = String(node.id ?? `node-${randomUUID().slice(0, 8)}`);
  await store(pulsen, `nodes/${id}`, { flow_id: "demo-flow", ...node, id }, version);
  return id;
}

/** Stores a new widget. */
export async function storeWidget(pulsen: PulsenServer, widget: { code: string; [field: string]: unknown }) {
  await store(pulsen, `widgets/${widget.code}`, widget);
}

/** Returns a node as it is stored, also what only staff see. */
export async function storedNode(pulsen: PulsenServer, id: string) {
  const authorization = `Bearer ${pulsen.staffToken(`Robot ${randomUUID()}`)}`;
  return (await fetch(`${pulsen.url}/v1/staff/nodes/${id}`, { headers: { authorization } })).json();
}

async function store(pulsen: PulsenServer, path: string, record: unknown, version?: string) {
  const token = pulsen.staffToken(`Robot ${randomUUID()}`);
  const response = await fetch(`${pulsen.url}/v1/staff/${path}`, {
    method: "PUT",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(version === undefined ? { "if-none-match": "*" } : { "if-match": version }),
    },
    body: JSON.stringify(record),
  });
  expect(await response.text()).toContain('"changed":true');
}
