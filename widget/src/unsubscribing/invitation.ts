import { TRACKING_PAIRS } from "pulsen-loader/trackingPairs";
import type { Channel } from "../engine/types";

/** An invitation that came on a channel from which one can unsubscribe (docs/api.md#unsubscriptions). */
export interface Invitation {
  channel: Channel;
  /** Its tracking pair, by the names of the parameters. */
  tracking: Record<string, string>;
}

/** The channels by the first parameter of their pairs; `engine::TRACKING_PAIRS` has them too. */
export const CHANNELS: Partial<Record<string, Channel>> = {
  sdi: "sms",
  wdi: "whatsapp",
  pndi: "push_notification",
};

/** Reads the invitation by which a visitor came: the first complete tracking pair tells, as in the feedback's headers. */
export function readInvitation(query: URLSearchParams): Invitation | undefined {
  const pair = TRACKING_PAIRS.find(([first, second]) => query.get(first) && query.get(second));
  if (!pair) return undefined;
  const [first, second] = pair;
  const channel = CHANNELS[first];
  if (!channel) return undefined;
  return { channel, tracking: { [first]: query.get(first) ?? "", [second]: query.get(second) ?? "" } };
}
