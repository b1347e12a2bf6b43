import { withinBound } from "./chatRecords";
import { type NodeHistory, readNodeHistory, updateNodeHistory } from "./nodeHistory";
import { NOBODY, type Owner } from "./owner";

/** Gives the chats that nobody has begun with a node to the person who has now said who they are. */
export function claimChats(nodeId: string, owner: Owner): void {
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
