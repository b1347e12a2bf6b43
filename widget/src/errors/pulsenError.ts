import type { TextKey } from "../texts/catalogue";

/** An error that says what to tell the visitor (specification, section 8). */
export class PulsenError extends Error {
  override readonly name = "PulsenError";
  readonly messageKey: TextKey;

  constructor(message: string, messageKey: TextKey = "system_error") {
    super(message);
    this.messageKey = messageKey;
  }
}

/** What to tell the visitor about any error. */
export function messageKeyOf(error: unknown): TextKey {
  return error instanceof PulsenError ? error.messageKey : "system_error";
}
