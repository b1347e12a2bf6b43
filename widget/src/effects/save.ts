import type { Feedback, FlowEffect } from "../engine/types";
import { randomId } from "../storage/randomId";

/** What the engine asks for when answers are to be saved, now or once there is a network. */
export type SaveEffect = Extract<FlowEffect, { type: "submit_feedback" | "save_offline" }>;

/** One save on its way: what is sent stays the same to the byte at every try. */
export interface Save {
  key: string;
  partial: boolean;
  body: string;
  headers: Record<string, string>;
  /** What it says, apart from when: equal for two tries to send the same answers. */
  content: string;
}

export function newSave(effect: SaveEffect): Save {
  const { feedback, headers } = effect;
  return {
    key: randomId(),
    partial: effect.type === "submit_feedback" && effect.partial,
    body: JSON.stringify(feedback),
    headers,
    content: contentOf(feedback, headers),
  };
}

function contentOf(feedback: Feedback, headers: Record<string, string>): string {
  const { created_at: _, time_spent_in_seconds: __, created_offline: ___, ...content } = feedback;
  return JSON.stringify([content, headers]);
}

/** The engine did not know of the earlier partial save when it wrote this one: name it as the one to go on with. */
export function continueSave(save: Save, earlier: unknown) {
  const id = idIn(earlier);
  if (id !== undefined) save.headers = { "X-FID": id, ...save.headers };
}

/** The stored feedback's id in an answer of the server. */
export function idIn(body: unknown): string | undefined {
  const id = (body as { id?: unknown } | undefined)?.id;
  return typeof id === "string" ? id : undefined;
}
