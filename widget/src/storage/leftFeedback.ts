import { readRecord, writeJson } from "./localStore";
import { LEFT } from "./names";
import { FORGOTTEN, type Owner } from "./owner";

/** What is known here of a feedback in local storage, which the outbox takes over. */
interface LeftFeedback {
  /** Whose it is; absent: nobody has said who they are. */
  person?: string;
  lane: string;
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
}

function nodeOf({ lane }: LeftFeedback): unknown {
  try {
    return JSON.parse(lane)[0];
  } catch {
    return undefined;
  }
}
