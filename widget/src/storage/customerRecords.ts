import { readNodeHistory, updateNodeHistory } from "./nodeHistory";

/**
 * Returns the id that the server gave this browser's visitor of a node.
 *
 * @param isIdentified whether the host page says who the visitor is. Whoever has logged out, or in, is not taken for the
 *   one before.
 */
export function knownCustomerId(nodeId: string, isIdentified: boolean): string | undefined {
  const { customer } = readNodeHistory(nodeId);
  return customer?.isIdentified === isIdentified ? customer.id : undefined;
}

export function keepCustomer(nodeId: string, id: string, isIdentified: boolean): void {
  updateNodeHistory(nodeId, (before) => ({ ...before, customer: { id, isIdentified } }));
}

export function forgetCustomer(nodeId: string): void {
  if (!readNodeHistory(nodeId).customer) return;
  updateNodeHistory(nodeId, ({ customer: _, ...before }) => before);
}
