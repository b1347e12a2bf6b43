import { EARLIER_ENTRY } from "../outbox/names";
import { readJson, readRecord, writeJson } from "./localStore";
import { FORGOTTEN, type Owner } from "./owner";

/** What pages have left behind for the outbox, by run. */
const LEFT = "FLOW/left";

/** A feedback in local storage, which the outbox takes over. Other versions may have written anything. */
interface LeftFeedback {
  /** Whose it is; absent: nobody has said who they are. */
  person?: string;
  lane?: string;
  body?: string;
  /** What was set aside. */
  entry?: LeftFeedback;
}

/** Gives what nobody has given to a node to a person. */
export function claimLeft(nodeId: string, { person }: Owner): void {
  give(person, (left) => !left.person && nodeOf(left) === nodeId);
}

/** All of it belongs from now on to somebody who is shown nothing of it. */
export function disownLeft(): void {
  give(FORGOTTEN, () => true);
}

function give(person: string, isGiven: (left: LeftFeedback) => boolean) {
  let isChanged = false;
  const given = (left: LeftFeedback | null) => {
    if (typeof left !== "object" || !left || !isGiven(left)) return left;
    isChanged = true;
    return { ...left, person };
  };
  const left = Object.entries(readRecord<LeftFeedback | null>(LEFT)).map(([id, one]) => [id, given(one)]);
  if (isChanged) writeJson(LEFT, Object.fromEntries(left));
  isChanged = false;
  const earlier = [readJson(EARLIER_ENTRY) ?? []].flat().map((one) => given(one as LeftFeedback | null));
  if (isChanged) writeJson(EARLIER_ENTRY, earlier);
}

function nodeOf({ lane, entry, body = entry?.body }: LeftFeedback): unknown {
  try {
    return lane ? JSON.parse(lane)[0] : JSON.parse(body ?? "null")?.node_id;
  } catch {
    return undefined;
  }
}
