import { inBackground } from "../basics/inBackground";
import { claimRecords } from "../outbox/recordOwners";
import { claimRuns, hasRun } from "../run/storedRuns";
import { claimChats } from "../storage/claimChats";
import { claimFeedback } from "../storage/feedbackRecords";
import { claimLeft } from "../storage/leftFeedback";
import { readNodeHistory } from "../storage/nodeHistory";
import { type Owner, watchOwner } from "../storage/owner";

/** Returns whether this browser has something of a person with a node: chats, or a run that was left. */
export function hasOwn(nodeId: string, owner: Owner): boolean {
  return (readNodeHistory(nodeId, owner).chats ?? []).length > 0 || hasRun(nodeId, owner);
}

/** Gives what nobody has begun with a node to the person who has now said who they are. */
export function claim(nodeId: string, owner: Owner): void {
  claimRuns(nodeId, owner);
  claimFeedback(nodeId, owner);
  claimLeft(nodeId, owner);
  claimChats(nodeId, owner);
  const isSamePerson = watchOwner();
  inBackground(async () => {
    // What cannot be reached stays hidden.
    await claimRecords(nodeId, owner).catch(() => {});
    // The outbox may have kept the chats of some meanwhile.
    if (isSamePerson()) claimChats(nodeId, owner);
  });
}
