/** Why a widget could not be loaded. */
export type PulsenLoadErrorCode =
  /** There is no document: the code runs on a server. */
  | "no_document"
  /** The code of the widget or the address of its server is not one. */
  | "invalid_options"
  /** The page's Content-Security-Policy refused the script. */
  | "refused_by_policy"
  /** The script did not arrive: no network, a server that is down, or a browser extension that blocks it. */
  | "not_loaded"
  /** The script ran, but no widget started. The server's script says on the console why. */
  | "not_started";

/** The reason for which the promise of `loadPulsen` is rejected. */
export class PulsenLoadError extends Error {
  override readonly name = "PulsenLoadError";
  readonly code: PulsenLoadErrorCode;

  constructor(code: PulsenLoadErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
