import { readRecord, updateRecord } from "./localStore";

const LINK_CHANNELS = "FLOW/link_channels";
const DAY_MS = 24 * 60 * 60_000;

/** What this browser knows of a node's link page (specification, section 3.3). */
interface LinkChannel {
  /** When the page was shown first, in milliseconds since 1970. */
  firstNow: number;
  /** Whether a complete feedback has come from it since. */
  isLinkChannelDisplayedBefore: boolean;
}

/**
 * Notes that a link page is shown, and says whether it may ask again (specification, section 4.2). Only a
 * page that was answered counts as used up: a visitor who reloads before answering can still answer.
 *
 * @param periodDays the pause that the node asks for; none means for ever.
 */
export function isLinkUsedUp(nodeId: string, periodDays: number | null | undefined, now: number): boolean {
  const known = readRecord<LinkChannel>(LINK_CHANNELS)[nodeId];
  const isOver = known && periodDays ? now - known.firstNow >= periodDays * DAY_MS : false;
  if (!known || isOver) {
    updateRecord<LinkChannel>(LINK_CHANNELS, nodeId, () => ({
      firstNow: now,
      isLinkChannelDisplayedBefore: false,
    }));
    return false;
  }
  return known.isLinkChannelDisplayedBefore;
}

/** Notes that the page's visitor gave a complete feedback. */
export function markLinkAnswered(nodeId: string, now: number): void {
  updateRecord<LinkChannel>(LINK_CHANNELS, nodeId, (before) => ({
    firstNow: before?.firstNow ?? now,
    isLinkChannelDisplayedBefore: true,
  }));
}
