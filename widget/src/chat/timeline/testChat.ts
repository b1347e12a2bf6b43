import type { ChatEffect, ChatEvent } from "./chatEvents";
import { type ChatState, createChat, update } from "./timeline";
import type { Actor, ChatDetail, ChatNode, ReplyCreated, TimelineItem, TimelinePart } from "./wire";

/** A chat that receives events; keeps its state and the effects of the last event. */
export class TestChat {
  state: ChatState;
  effects: ChatEffect[] = [];

  constructor(watched = true, seen?: string) {
    this.state = createChat(watched, seen);
  }

  send(...events: ChatEvent[]): this {
    for (const event of events) {
      const { state, effects } = update(this.state, event);
      this.state = state;
      this.effects = effects;
    }
    return this;
  }

  /** The texts in the order of the page: items, then pending messages. */
  get texts(): string[] {
    const { items, pendingMessages } = this.state;
    return [
      ...items.map((one) => one.detail.comment?.body ?? ""),
      ...pendingMessages.map(({ body }) => body),
    ];
  }

  get pending(): string[] {
    return this.state.pendingMessages.map(({ body, state }) => `${body}: ${state}`);
  }
}

/** A chat that is loaded and has a live connection. */
export function openTestChat(detail: Partial<ChatDetail> = {}, watched = true): TestChat {
  const loaded = { type: "fetched" as const, detail: chatDetail(detail) };
  const { cursor } = loaded.detail;
  const after = chatDetail({
    ...detail,
    timeline_items: [],
    timeline_after: Number.parseInt(cursor, 10),
    cursor,
  });
  return new TestChat(watched).send(
    { type: "start" },
    loaded,
    { type: "connected" },
    { type: "fetched", detail: after },
  );
}

export function chatDetail(detail: Partial<ChatDetail> = {}): ChatDetail {
  return {
    feedback_id: "f",
    token: "t",
    node: chatNode(),
    account: {},
    creator: {},
    responses: [],
    creator_language_code: "en",
    created_at: "2026-11-21T10:00:00.000Z",
    status: "open",
    chat_rating_enabled: false,
    chat_ratings: [],
    prevent_upload: false,
    email_enabled: false,
    limits: chatLimits(),
    ...timelinePart(detail.timeline_items ?? [], detail.timeline_after),
    ...detail,
  };
}

/** A node that is always open. */
export function chatNode(fields: Partial<ChatNode> = {}): ChatNode {
  return {
    id: "n",
    name: "Fener Coffee",
    operating: true,
    operating_24_7: true,
    operating_hours: [],
    utc_offset_minutes: 0,
    show_typing: false,
    show_seen: false,
    ...fields,
  };
}

/** What the server takes, as long as nobody says otherwise. */
export function chatLimits(limits: Partial<ChatDetail["limits"]> = {}): ChatDetail["limits"] {
  return { message_length: 5_000, attachment_bytes: 10 * 1024 * 1024, ...limits };
}

/** The items after a position, up to a cursor: by default that of the last one. */
export function timelinePart(items: TimelineItem[], after = 0, cursor?: number): TimelinePart {
  const last = Math.max(after, ...items.map(({ position }) => position));
  return { timeline_items: items, timeline_after: after, cursor: String(cursor ?? last), people: {} };
}

/** A live event with items after a position. */
export function reply(items: TimelineItem[], after = 0, fields: Partial<ReplyCreated> = {}): ChatEvent {
  return { type: "reply_created", reply: { ...unchanged(), ...timelinePart(items, after), ...fields } };
}

/** An open chat without a rating, in which nothing has come. */
export function unchanged(fields: Partial<ReplyCreated> = {}): ReplyCreated {
  return {
    feedback_id: "f",
    status: "open",
    chat_rating_enabled: false,
    chat_ratings: [],
    ...timelinePart([]),
    ...fields,
  };
}

/** A message on the server at a position, written as many minutes after ten. */
export function message(
  id: string,
  minute: number,
  actor: Actor = "staff",
  clientKey?: string,
): TimelineItem {
  const created_at = `2026-11-21T10:${String(minute).padStart(2, "0")}:00.000Z`;
  return {
    id,
    position: minute,
    action: "add_comment",
    actor,
    detail: { comment: { body: id, created_at } },
    ...(clientKey && { client_key: clientKey }),
  };
}

/** The event of the visitor sending a text, which is also the key. */
export function sends(body: string): ChatEvent {
  return { type: "send", clientKey: body, body, at: 0 };
}
