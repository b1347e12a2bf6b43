import type { TextKey } from "../texts/catalog";

/** An error with a message for the visitor. */
export class PulsenError extends Error {
  override readonly name = "PulsenError";
  readonly messageKey: TextKey;

  constructor(message: string, messageKey: TextKey = "system_error") {
    super(message);
    this.messageKey = messageKey;
  }
}

/** Returns the message for the visitor about any error. */
export function messageKeyOf(error: unknown): TextKey {
  return error instanceof PulsenError ? error.messageKey : "system_error";
}
