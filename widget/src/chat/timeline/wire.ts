// What a chat receives (docs/chat.md), by the names that it has in the chat's own code.
import type { Schemas } from "pulsen-loader/wire";

export type ChatDetail = Schemas["CustomerChat"];

/** A part of the timeline: all items whose position is greater than `timeline_after` and at most `cursor`. */
export type TimelinePart = Pick<
  Schemas["ChatState"],
  "timeline_items" | "timeline_after" | "cursor" | "people"
>;

export type ChatStatus = Schemas["ChatStatus"];

/** The two sides of a chat. */
export type Actor = Schemas["ChatActor"];

export type ChatRating = Schemas["ChatRating"];

/** 0: bad, 50: neither bad nor good, 100: good. */
export type RatingValue = ChatRating["rating"];

export type ChatNode = Schemas["ChatNode"];

export type AnsweredQuestion = Schemas["AnsweredQuestion"];

/** An entry of the timeline. Only messages are shown. */
export type TimelineItem = Schemas["TimelineItem"];

/** An image that was sent with a message. */
export type Attachment = Schemas["MessageAttachment"];

export type Person = Schemas["Person"];

/** The live event after a change of the chat (docs/api.md#socket): its state, without what never changes. */
export type ReplyCreated = Schemas["ChatState"];
