import { withinBound } from "./chatRecords";
import { claimFeedback } from "./feedbackRecords";
import { type NodeHistory, readNodeHistory, updateNodeHistory } from "./nodeHistory";
import { NOBODY, type Owner } from "./owner";
import { claimRuns, hasRun } from "./storedRuns";

/** Returns whether this browser has something of a person with a node: chats, or a run that was left. */
export function hasOwn(nodeId: string, owner: Owner): boolean {
  return (readNodeHistory(nodeId, owner).chats ?? []).length > 0 || hasRun(nodeId, owner);
}

/** Gives what nobody has begun with a node to the person who has now said who they are. */
export function claim(nodeId: string, owner: Owner): void {
  claimRuns(nodeId, owner);
  claimFeedback(nodeId, owner);
  const { chats = [], activeChat, ...nobodys } = readNodeHistory(nodeId, NOBODY);
  if (chats.length === 0) return;
  const take = (before: NodeHistory) => ({
    ...before,
    ...(activeChat !== undefined && { activeChat }),
    chats: withinBound([...(before.chats ?? []), ...chats]),
  });
  updateNodeHistory(nodeId, take, owner);
  updateNodeHistory(nodeId, () => nobodys, NOBODY);
}
