import type { ChatEffect, ChatEvent } from "./messages";
import { type ChatState, createChat, step } from "./timeline";
import type { ChatDetail, TimelineItem } from "./wire";

/** A chat to be told what happens; keeps its state and what it last asked for. */
export class TestChat {
  state: ChatState;
  effects: ChatEffect[] = [];

  constructor(watched = true) {
    this.state = createChat(watched);
  }

  /** Tells what happened, in this order. The effects are those of the last event. */
  tell(...events: ChatEvent[]): this {
    for (const event of events) {
      const { state, effects } = step(this.state, event);
      this.state = state;
      this.effects = effects;
    }
    return this;
  }

  /** The bodies of what is shown: what the server has, then what it does not. */
  get texts(): string[] {
    const { items, outbox } = this.state;
    return [...items.map((one) => one.detail.comment?.body ?? ""), ...outbox.map(({ body }) => body)];
  }

  get outgoing(): string[] {
    return this.state.outbox.map(({ body, state }) => `${body}: ${state}`);
  }
}

/** A chat that is loaded and live, and asks for nothing. */
export function openTestChat(detail: Partial<ChatDetail> = {}, watched = true): TestChat {
  const loaded: ChatEvent = { type: "fetched", detail: chatDetail(detail) };
  const after = chatDetail({ ...detail, timeline_items: [] });
  return new TestChat(watched).tell(
    { type: "start" },
    loaded,
    { type: "connected" },
    { type: "fetched", detail: after },
  );
}

export function chatDetail(detail: Partial<ChatDetail> = {}): ChatDetail {
  return {
    node: { name: "Fener Coffee", operating: true, operating_24_7: true },
    responses: [],
    creator_language_code: "en",
    created_at: "2026-11-21T10:00:00.000Z",
    status: "open",
    timeline_items: [],
    cursor: "c1",
    ...detail,
  };
}

/** A message that the server has, written so many minutes after ten. */
export function message(id: string, minute: number, actor = "staff", clientKey?: string): TimelineItem {
  const created_at = `2026-11-21T10:${String(minute).padStart(2, "0")}:00.000Z`;
  return {
    id,
    action: "add_comment",
    actor,
    detail: { comment: { body: id, created_at } },
    ...(clientKey && { client_key: clientKey }),
  };
}

/** The visitor sends a text; its key is the text. */
export function sends(body: string): ChatEvent {
  return { type: "send", clientKey: body, body, at: 0 };
}
