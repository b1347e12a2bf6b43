import { request } from "../http/request";

/** Where customers are asked for. */
export interface CustomerAddress {
  apiBase: string;
  nodeId: string;
  /** Of the link by which the visitor came. */
  signature: string | undefined;
}

/** Tells the server about a visitor; returns the id, and the fields that a signature proves (docs/api.md#customers). */
export async function postVisit(
  { apiBase, nodeId, signature }: CustomerAddress,
  visit: object,
): Promise<unknown> {
  const { body } = await request(`${apiBase}/v2/web_widgets/${encodeURIComponent(nodeId)}/customers/visit`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(signature && { "X-Signature": signature }) },
    body: JSON.stringify(visit),
  });
  return body;
}

/** Asks for what is known about the customer of a link; without a signature for the customer that is the id alone. */
export async function getCustomer(
  { apiBase, nodeId, signature }: CustomerAddress,
  creatorId: string,
): Promise<unknown> {
  const path = `/v1/nodes/${encodeURIComponent(nodeId)}/customers/${encodeURIComponent(creatorId)}`;
  const { body } = await request(apiBase + path, {
    headers: signature ? { "X-Signature": signature } : {},
  });
  return body;
}
