/** Something that was written and that the server does not have yet, as far as is known. */
export interface OutgoingMessage {
  /** A UUID: the idempotency key of each try. */
  key: string;
  /** The id of the person who wrote it. */
  user: string;
  /** The id of the chat's feedback. */
  chat: string;
  kind: "reply" | "note";
  body: string;
  image: File | null;
  /** In milliseconds since 1970, by the clock of this browser. */
  writtenAt: number;
  /** Why the server has refused it for good; `null` while it is tried. */
  refusal: { code: string; title: string } | null;
}
