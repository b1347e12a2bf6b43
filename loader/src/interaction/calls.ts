import { report } from "../basics/pristineGlobals.ts";
import { type Call, type ErrorCode, refuse } from "../host/call.ts";

/** The texts of errors, for the developers of the host page (docs/widget.md#errors). */
export const WHY = {
  not_allowed: "The feedback widget is hidden, or not enabled at this address or on this device.",
  node_unavailable: "The feedback widget takes no feedback now.",
  consent_required: "The feedback widget waits for PSN.consent(true).",
  unsigned_attributes:
    "This widget takes only what your server has signed about the visitor: pass it as the third argument of PSN.identify (unsigned_attributes).",
  not_supported: "The server's version of the feedback widget does not know this command.",
  domain_not_allowed: "The feedback widget is not enabled on this domain.",
  frame_failed: "The feedback widget has failed.",
  destroyed: "The feedback widget has been removed from this page.",
  // These say more in their place.
  invalid_argument: "",
  unknown_command: "",
} satisfies Record<ErrorCode, string>;

/** Fulfills the promise of a call. */
export function settle(call: Call): void {
  call.resolve?.();
}

/** Refuses what the developers of the host page have to mend, and says so on the console. */
export function complain(call: Call, code: ErrorCode, text: string): void {
  report(text);
  refuse(call, code, text);
}

/** Calls that are settled together. */
export interface Waiting {
  add(call: Call): void;
  resolve(): void;
  refuse(code: ErrorCode): void;
}

export function createWaiting(): Waiting {
  let calls: Call[] = [];
  const take = (act: (call: Call) => void) => {
    const taken = calls;
    calls = [];
    for (let index = 0; index < taken.length; index++) act(taken[index] as Call);
  };
  return {
    add(call) {
      calls[calls.length] = call;
    },
    resolve: () => take(settle),
    refuse: (code) => take((call) => refuse(call, code, WHY[code])),
  };
}
