import { pristine } from "../basics/pristineGlobals.ts";
import type { Core } from "../core/parts.ts";
import type { FrameMessage, HostMessage } from "../protocol/protocol.ts";

/** The messages that the host's commands send to the frame, which may not be there yet. */
export interface FrameMessages {
  /** Sends a message now, if the frame is ready, and again to a frame that becomes ready. Replaces one of the same type. */
  keep(message: HostMessage): void;
  /** Sends nothing any more of what was kept for the visitor, and has the frame forget them. Returns whether there is one. */
  forgetVisitor(): boolean;
  /** The frame has forgotten the visitor, or never will. */
  visitorForgotten(): void;
  /** Sends a message now or as soon as the frame is ready, once. */
  sendOnce(message: HostMessage): void;
  /** Tells that the frame is ready: it is a new one, or has been reloaded. */
  ready(message: Extract<FrameMessage, { type: "ready" }>): void;
  /** Returns whether the frame, which has to be ready, knows a message. */
  knows(feature: string): boolean;
}

/** @param post sends a message to the frame, if there is one. */
export function createFrameMessages({ state }: Core, post: (message: HostMessage) => void): FrameMessages {
  const kept = { __proto__: null } as unknown as Record<string, HostMessage>;
  let waiting: HostMessage[] = [];
  let isForgetting = false;
  let features = "";
  const isReady = () => state.frame === "ready";
  const forget = () => post({ type: "reset" });
  return {
    keep(message) {
      kept[message.type] = message;
      if (isReady()) post(message);
    },
    forgetVisitor() {
      delete kept.identify;
      delete kept.prefill;
      waiting = [];
      isForgetting = state.frame !== "none";
      if (isReady()) forget();
      return isForgetting;
    },
    visitorForgotten() {
      isForgetting = false;
    },
    sendOnce(message) {
      if (isReady()) post(message);
      else waiting[waiting.length] = message;
    },
    ready(message) {
      features = message.features ?? "";
      // What is kept came later. A frame that was reloaded may not have come to it.
      if (isForgetting) forget();
      for (const type in kept) post(kept[type] as HostMessage);
      const messages = waiting;
      waiting = [];
      for (let index = 0; index < messages.length; index++) post(messages[index] as HostMessage);
    },
    knows: (feature) => pristine.String.prototype.includes.call(` ${features} `, ` ${feature} `),
  };
}
