import type { Channel } from "../engine/types";
import { request } from "../http/request";
import { readFailure } from "../http/retry";
import { deviceId, keepVisitor } from "../storage/visitor";
import type { Invitation } from "./invitation";

/** Unsubscribes the visitor from a channel; returns the status of the response, 0 where none came. */
export type Unsubscribe = (channel: Channel) => Promise<number>;

/**
 * Makes the request of a link page. It can be repeated: the server stores each invitation once.
 *
 * @param invitation the one by which the visitor came. Nothing is sent for another channel.
 * @param signature that of the link.
 */
export function createUnsubscribe(
  apiBase: string,
  nodeId: string,
  invitation: Invitation | undefined,
  signature: string | undefined,
): Unsubscribe {
  return async (channel) => {
    if (invitation?.channel !== channel) return 0;
    keepVisitor(Date.now());
    try {
      const path = `/v1/nodes/${encodeURIComponent(nodeId)}/unsubscriptions`;
      const { status } = await request(apiBase + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...(signature && { "X-Signature": signature }) },
        body: JSON.stringify({ ...invitation, device_id: deviceId() }),
      });
      return status;
    } catch (error) {
      const { status } = readFailure(error);
      console.error("Error unsubscribing:", status);
      return status;
    }
  };
}
