import { pristine } from "../basics/pristineGlobals.ts";

/**
 * A call of `window.PSN`: the name of the command and its arguments, by index. The host's stub queues the `arguments` of
 * its function, with what its promise is settled by (docs/widget.md#window-psn); stubs without promises queue nothing else.
 */
export interface Call extends ArrayLike<unknown> {
  promise?: Promise<unknown>;
  resolve?(value?: unknown): void;
  reject?(error: Error): void;
}

/** Why a command was not carried out (docs/widget.md#window-psn). */
export type ErrorCode =
  | "not_allowed"
  | "node_unavailable"
  | "domain_not_allowed"
  | "invalid_argument"
  | "unknown_command"
  | "frame_failed"
  | "consent_required"
  | "unsigned_attributes"
  | "not_supported"
  | "destroyed";

/** Rejects the promise of a call, without the browser's own report for hosts that do not look at it. */
export function refuse({ promise, reject }: Call, code: ErrorCode, text: string = code): void {
  if (!reject) return;
  // Its own method, because the promise is the host's, whatever that has put in place of promises.
  try {
    promise?.then(undefined, () => {});
  } catch {}
  const error = new Error(text);
  reject(pristine.Object.assign(error, { name: "PulsenError", code }));
}
