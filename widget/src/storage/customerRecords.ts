import { readNodeHistory, updateNodeHistory } from "./nodeHistory";
import type { Owner } from "./owner";

/**
 * Returns the id that the server gave this browser's visitor of a node.
 *
 * @param isIdentified whether the host page says who the visitor is. Anyone who has logged out, or in, is not taken for the
 *   one before.
 */
export function knownCustomerId(nodeId: string, isIdentified: boolean, owner?: Owner): string | undefined {
  const { customer } = readNodeHistory(nodeId, owner);
  return customer?.isIdentified === isIdentified ? customer.id : undefined;
}

export function keepCustomer(nodeId: string, id: string, isIdentified: boolean, owner?: Owner): void {
  updateNodeHistory(nodeId, (before) => ({ ...before, customer: { id, isIdentified } }), owner);
}

export function forgetCustomer(nodeId: string, owner?: Owner): void {
  if (!readNodeHistory(nodeId, owner).customer) return;
  updateNodeHistory(nodeId, ({ customer: _, ...before }) => before, owner);
}
