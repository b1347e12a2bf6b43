import type { InboxItem, TimelineItem } from "../wire";

/** A chat in the list, for tests. */
export function anItem(fields: Partial<InboxItem> = {}): InboxItem {
  return {
    feedback_id: "c1",
    node_id: "shop",
    status: "open",
    created_at: "2026-11-27T10:00:00Z",
    updated_at: "2026-11-27T10:00:00Z",
    cursor: "1.123456789",
    customer: {},
    waiting_since: null,
    queued_at: null,
    unread: 0,
    assigned_to: null,
    accepted_by: null,
    closed_by: null,
    snoozed_until: null,
    tags: [],
    rating: null,
    last_message: null,
    ...fields,
  };
}

/** A message, for tests. */
export function aMessage(position: number, fields: Partial<TimelineItem> = {}, at = position): TimelineItem {
  return {
    id: `m${position}`,
    position,
    action: "add_comment",
    actor: "customer",
    detail: {
      comment: {
        body: `Message ${position}`,
        created_at: new Date(1_795_000_000_000 + at * 60_000).toISOString(),
      },
    },
    ...fields,
  };
}
