import { lowerCase, pristine } from "../basics/pristineGlobals.ts";
import type { Core } from "../core/parts.ts";
import { type Call, type ErrorCode, refuse } from "../host/call.ts";
import type { Callback, Subscriptions } from "../host/subscriptions.ts";
import type { FailureReason } from "../lifecycle/messages.ts";
import type { LifecycleView } from "../lifecycle/view.ts";
import type { UnreadCounter } from "../unread/countUnread.ts";
import { checkAnswers, checkIdentity, isLanguage } from "./arguments.ts";
import { complain, createWaiting, settle, type Waiting, WHY } from "./calls.ts";
import type { Eraser } from "./eraser.ts";
import type { FrameMessages } from "./frameMessages.ts";
import { loadLabels } from "./labels.ts";

/** Carries out the commands of `window.PSN` and settles their promises (docs/widget.md#window-psn). */
export interface Commands {
  run(call: Call): void;
  /** To be called with everything that is drawn: what waits for it is settled. */
  rendered(view: LifecycleView): void;
  /** The frame has become ready. */
  frameReady(): void;
  /** What the frame had stored is erased, or could not be. */
  erased(isErased: boolean): void;
  /** The frame has forgotten the visitor. */
  visitorForgotten(): void;
  /** The widget is taken off the page. */
  end(reason: FailureReason | "destroyed"): void;
}

/** Carries out a command. The core has told the life cycle of it before. */
type Handler = (call: Call) => void;

/** Commands by name, without a prototype: inherited methods are not commands. */
type Handlers = Record<string, Handler>;

export function createCommands(
  core: Core,
  subscriptions: Subscriptions,
  messages: FrameMessages,
  eraser: Eraser,
  unread: Pick<UnreadCounter, "count" | "stop">,
): Commands {
  const opening = createOpening(core, messages);
  /** Calls that wait for the eraser, and those that wait for the widget's own frame to forget the visitor. */
  const erasing = createWaiting();
  const forgetting = createWaiting();
  /** Calls of a widget that has ended, until `end` says why. */
  const ending = createWaiting();
  let refusal: ErrorCode | undefined;
  const groups: Handlers[] = [
    opening.handlers,
    subscribing(subscriptions),
    telling(core, messages, unread),
    {
      __proto__: null as never,
      consent(call) {
        if (typeof call[1] !== "boolean")
          complain(call, "invalid_argument", "PSN.consent takes true or false.");
        else if (call[1] || !eraser.isErasing()) settle(call);
        else erasing.add(call);
      },
      reset(call) {
        const { state } = core;
        const hasFrame = messages.forgetVisitor();
        state.identity = undefined;
        unread.stop();
        if (!state.inline) core._send({ type: "close" });
        core._send({ type: "chat_state", unread: 0 });
        core._send({ type: "has_chat", hasChat: false });
        if (hasFrame) {
          forgetting.add(call);
          if (state.frame === "ready") refuseUnknown();
          return;
        }
        // Another page may have stored something of which this one has no record.
        if (state.consent) eraser.erase("reset");
        if (eraser.isErasing()) erasing.add(call);
        else settle(call);
      },
    },
  ];
  const refuseUnknown = () => {
    if (messages.knows("reset")) return;
    messages.visitorForgotten();
    forgetting.refuse("not_supported");
  };
  const handlerOf = (name: string): Handler | undefined => {
    for (let index = 0; index < groups.length; index++) {
      const handler = (groups[index] as Handlers)[name];
      if (handler) return handler;
    }
    return undefined;
  };
  return {
    run(call) {
      const name = call[0] as string;
      const handler = handlerOf(name);
      if (!handler) complain(call, "unknown_command", `window.PSN has no command "${name}".`);
      else if (refusal && name !== "destroy") refuse(call, refusal, WHY[refusal]);
      // The frame may have been refused before this module was here.
      else if (core.state._ended && name !== "destroy") ending.add(call);
      else handler(call);
    },
    rendered: opening.rendered,
    frameReady() {
      opening.frameReady();
      refuseUnknown();
    },
    erased(isErased) {
      const settleAll = ({ resolve, refuse }: Waiting) => (isErased ? resolve() : refuse("frame_failed"));
      settleAll(erasing);
      if (core.state.frame !== "none") return;
      // The frame that was to forget the visitor is gone.
      messages.visitorForgotten();
      settleAll(forgetting);
    },
    visitorForgotten() {
      messages.visitorForgotten();
      forgetting.resolve();
    },
    end(reason) {
      refusal = reason === "destroyed" || reason === "domain_not_allowed" ? reason : "frame_failed";
      opening.refuse(refusal);
      erasing.refuse(refusal);
      forgetting.refuse(refusal);
      ending.refuse(refusal);
    },
  };
}

/** The commands that show the widget or take it away. */
function createOpening(core: Core, messages: FrameMessages) {
  const { state } = core;
  /** Calls that wait for the frame to be seen, and to learn of the chat. */
  const seeing = createWaiting();
  const chatting = createWaiting();
  const isReady = () => state.frame === "ready";
  const refuseNow = (call: Call) => {
    const code = !state._available ? "node_unavailable" : !state.consent ? "consent_required" : "not_allowed";
    refuse(call, code, WHY[code]);
  };
  const whenSeen: Handler = (call) => {
    if (!state.open) refuseNow(call);
    else if (isReady()) settle(call);
    else seeing.add(call);
  };
  const frameReady = () => {
    if (messages.knows("open_chat")) chatting.resolve();
    else chatting.refuse("not_supported");
  };
  const handlers: Handlers = {
    __proto__: null as never,
    open: whenSeen,
    openOnce(call) {
      const { resolve } = call;
      if (state.open) {
        call.resolve = () => resolve?.(true);
        whenSeen(call);
      } else if (core._isAllowed()) resolve?.(false);
      else refuseNow(call);
    },
    openChat(call) {
      if (!state.open) {
        refuseNow(call);
        return;
      }
      messages.sendOnce({ type: "open_chat" });
      chatting.add(call);
      if (isReady()) frameReady();
    },
    toggle: (call) => (!state.open && core._isAllowed() ? settle(call) : whenSeen(call)),
    close: settle,
    hide: settle,
    show: (call) => (state._available && state.consent ? settle(call) : refuseNow(call)),
    ready: (call) => (state._available ? settle(call) : refuseNow(call)),
    destroy: settle,
  };
  return {
    handlers,
    frameReady,
    rendered({ open, _frameVisible: frameVisible }: LifecycleView) {
      if (frameVisible || !open) seeing.resolve();
    },
    refuse(code: ErrorCode) {
      seeing.refuse(code);
      chatting.refuse(code);
    },
  };
}

function subscribing({ add, remove }: Subscriptions): Handlers {
  const subscribe = (once: boolean): Handler => {
    return (call) => {
      const { 1: type, 2: callback } = call;
      if (typeof type === "string" && typeof callback === "function") add(type, callback as Callback, once);
      else
        complain(call, "invalid_argument", "PSN.on and PSN.once take the type of a message and a function.");
    };
  };
  return {
    __proto__: null as never,
    on: subscribe(false),
    once: subscribe(true),
    off: ({ 1: type, 2: callback }) => remove(type as string, callback as Callback),
  };
}

/** The commands by which the host tells the frame something. */
function telling(
  core: Core,
  messages: FrameMessages,
  unread: Pick<UnreadCounter, "count" | "stop">,
): Handlers {
  const { _configuration: configuration, state } = core;
  return {
    __proto__: null as never,
    identify(call) {
      const { 1: customer, 2: attributes, 3: jws } = call;
      const wrong = checkIdentity(customer, attributes, jws);
      if (wrong) {
        complain(call, "invalid_argument", wrong);
        return;
      }
      const isRefused = configuration.config.secure_mode && !jws && (customer || attributes);
      // Anyone who was known before is not known any more.
      messages.keep(isRefused ? { type: "identify" } : { type: "identify", customer, attributes, jws });
      const before = state.identity;
      // A copy, because the host's may change. Where it is signed nothing else counts.
      state.identity = pristine.structuredClone({
        type: "identify",
        jws: isRefused ? null : jws,
        customer: isRefused || jws ? null : customer,
      });
      const { stringify } = pristine.JSON;
      if (stringify(before) !== stringify(state.identity)) {
        unread.stop();
        if (state._record.hasChat && state.frame === "none") {
          core._send({ type: "chat_state", unread: 0 });
          unread.count();
        }
      }
      if (isRefused) complain(call, "unsigned_attributes", WHY.unsigned_attributes);
      else settle(call);
    },
    event(call) {
      // The core has told the life cycle of one with a name.
      complain(call, "invalid_argument", "PSN.event takes the name of an event.");
    },
    prefill(call) {
      const answers = call[1];
      const wrong = checkAnswers(answers);
      if (wrong) {
        complain(call, "invalid_argument", wrong);
        return;
      }
      messages.keep({ type: "prefill", answers: answers as object });
      settle(call);
    },
    setLanguage(call) {
      const language = call[1];
      if (!isLanguage(language)) {
        complain(call, "invalid_argument", 'PSN.setLanguage takes a language code such as "en" or "pt-br".');
        return;
      }
      const code = lowerCase(language);
      messages.keep({ type: "language", language: code });
      loadLabels(core, code, () => settle(call));
    },
  };
}
