import type { Schemas } from "pulsen-loader/wire";

/** A visitor's access to a chat: its feedback and the chat token (docs/chat.md#access). */
export interface ChatAccess {
  feedbackId: string;
  token: string;
}

/** What this browser knows of one of its chats. */
export interface ChatRecord extends ChatAccess {
  /** The status as last heard of; `refused`: the token opens no chat any more. */
  status?: Schemas["ChatStatus"] | "refused";
  /** The chat's cursor at which the visitor has seen it last: what follows is new to them. */
  seen?: string;
  /** The positions of the newest replies that stood beside the launcher and were read out, or dismissed there. */
  readOut?: number;
  dismissed?: number;
}
