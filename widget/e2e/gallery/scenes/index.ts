import { CHAT_RECORDS, CHAT_SCENES } from "./chatScenes";
import { ENDING_RECORDS, ENDING_SCENES } from "./endingScenes";
import { OUTBOX_RECORDS, OUTBOX_SCENES } from "./outboxScenes";
import type { Scene } from "./scene";

/** All scenes, in the order in which they are shown. */
export const SCENES: Scene[] = [...CHAT_SCENES, ...OUTBOX_SCENES, ...ENDING_SCENES];

/** The records with which they are played. */
export const SCENE_RECORDS = {
  flows: [...CHAT_RECORDS.flows, ...OUTBOX_RECORDS.flows, ...ENDING_RECORDS.flows],
  nodes: [...CHAT_RECORDS.nodes, ...OUTBOX_RECORDS.nodes, ...ENDING_RECORDS.nodes],
};
