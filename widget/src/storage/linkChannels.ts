import { readRecord, updateRecord } from "./localStore";
import { isFeedbackGiven } from "./nodeHistory";
import { isWithinPeriod } from "./period";

const LINK_CHANNELS = "FLOW/link_channels";

/** What this browser knows of a node's link page (docs/constants.md#storage-names). */
interface LinkChannel {
  /** When the page was displayed first, in milliseconds since 1970. */
  firstNow: number;
  /** Whether the page was answered since. */
  isLinkChannelDisplayedBefore: boolean;
}

/**
 * Returns whether the visitor's one feedback of this period is given (docs/api.md#multiple-feedback). The page's own
 * period begins with its first display, the server's with the submission: while either lasts, another feedback would
 * be refused after it was answered.
 *
 * @param periodDays how long the node takes no further feedback; none means forever.
 */
export function isLinkUsedUp(nodeId: string, periodDays: number | null | undefined, now: number): boolean {
  const channel = readChannel(nodeId);
  return (
    isFeedbackGiven(nodeId, periodDays, now) ||
    (channel?.isLinkChannelDisplayedBefore === true && isWithinPeriod(periodDays, channel.firstNow, now))
  );
}

/** Records that a link page is displayed: the first time, and again once a period is over. */
export function recordLinkDisplay(nodeId: string, periodDays: number | null | undefined, now: number): void {
  if (isWithinPeriod(periodDays, readChannel(nodeId)?.firstNow, now)) return;
  const channel = { firstNow: now, isLinkChannelDisplayedBefore: false };
  updateRecord<LinkChannel>(LINK_CHANNELS, nodeId, () => channel);
}

/** Records that the visitor has answered the page completely. */
export function recordLinkAnswered(nodeId: string, now: number): void {
  updateRecord<LinkChannel>(LINK_CHANNELS, nodeId, (before) => ({
    firstNow: before?.firstNow ?? now,
    isLinkChannelDisplayedBefore: true,
  }));
}

function readChannel(nodeId: string): LinkChannel | undefined {
  return readRecord<LinkChannel>(LINK_CHANNELS)[nodeId];
}
