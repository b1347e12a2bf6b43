import {
  FRAME_FEATURES,
  type FrameMessage,
  type Hello,
  type HostMessage,
  type IdentifyMessage,
} from "pulsen-loader/protocol";
import { createListeners } from "../basics/listeners";
import type { Identity } from "../customer/identity";
import { deviceId } from "../storage/visitor";
import type { Greeting } from "./handshake";

/** A message of the loader that has been checked. */
export type LoaderMessage = Exclude<HostMessage, IdentifyMessage> | ({ type: "identify" } & Identity);

/** The connection with the loader on the host page. */
export interface LoaderConnection {
  hello: Hello;
  send(message: FrameMessage): void;
  /** Says that the frame has something to show, unless the loader knows. */
  ready(): void;
  /** Returns the host page's present address without private parts. */
  originUrl(): string;
  /** Returns the part of that address's query that concerns feedback. */
  query(): string;
  /** Returns the language that the host page wants, or else the widget's; `null` if neither says one. */
  language(): string | null;
  /** Returns the language that the host page has asked for since the frame began. */
  wantedLanguage(): string | undefined;
  /** Returns the answers that the host page knows, by the key or id of their questions. */
  prefilled(): object | undefined;
  /** Takes what the visitor has answered beside the launcher: once. */
  takeAnswer(): { question: string; value: string } | undefined;
  /** Returns whether the widget is open. While it is closed, nothing in it may take the focus. */
  isOpen(): boolean;
  /** Returns whether the loader has said that it is open since this frame is ready: who the visitor is, is known by then. */
  wasOpened(): boolean;
  /** Returns when the visitor has given the one feedback that is taken, as the host page or the server knows it. */
  feedbackGivenAt(): number | undefined;
  /** Notes when that was, in milliseconds since 1970, and has the host page keep it. */
  noteFeedback(at: number): void;
  /** Returns who the host page says the visitor is; `undefined` while it says nothing. */
  identity(): Identity | undefined;
  /** Calls `listener` with each message. Returns a function that removes the listener. */
  listen(listener: (message: LoaderMessage) => void): () => void;
}

/** Connects with the loader. The first message to send is `ready`. */
export function connectLoader({ hello, port, isReady }: Greeting): LoaderConnection {
  const listeners = createListeners<[LoaderMessage]>();
  let { open, originUrl, query, lastFeedbackDate: givenAt } = hello;
  let wasOpened = false;
  let wantedLanguage: string | undefined;
  let prefilled: object | undefined;
  let answer: { question: string; value: string } | undefined;
  let identity: Identity | undefined;

  port.onmessage = ({ data }) => {
    const message = readHostMessage(data);
    if (!message) return;
    if (message.type === "visibility") {
      open = message.open;
      wasOpened ||= open;
    }
    if (message.type === "identify") identity = message;
    // What the host says next is said of another visitor.
    if (message.type === "reset") identity = prefilled = answer = undefined;
    if (message.type === "address") {
      originUrl = message.originUrl;
      query = message.query ?? query;
    }
    if (message.type === "language") wantedLanguage = message.language;
    if (message.type === "prefill") prefilled = message.answers;
    if (message.type === "answer") answer = message;
    listeners.notify(message);
  };

  return {
    hello,
    send: (message) => port.postMessage(message),
    ready() {
      if (!isReady) port.postMessage({ type: "ready", features: FRAME_FEATURES } satisfies FrameMessage);
    },
    originUrl: () => originUrl,
    query: () => query,
    language: () => wantedLanguage ?? hello.language,
    wantedLanguage: () => wantedLanguage,
    prefilled: () => prefilled,
    takeAnswer() {
      const taken = answer;
      answer = undefined;
      return taken;
    },
    isOpen: () => open,
    wasOpened: () => wasOpened,
    feedbackGivenAt: () => (typeof givenAt === "number" ? givenAt : undefined),
    noteFeedback(at) {
      givenAt = at;
      port.postMessage({ type: "feedback_given", at, deviceId: deviceId() } satisfies FrameMessage);
    },
    identity: () => identity,
    listen: listeners.add,
  };
}

/** Parses a message of the loader; returns `undefined` for unknown types and for invalid data. */
export function readHostMessage(data: unknown): LoaderMessage | undefined {
  const message = data as HostMessage | null | undefined;
  switch (message?.type) {
    case "visibility":
      return typeof message.open === "boolean" ? message : undefined;
    case "address":
      return isText(message.originUrl) && isText(message.query ?? "") ? message : undefined;
    case "focus":
      return message.edge === "first" || message.edge === "last" ? message : undefined;
    case "language":
      return typeof message.language === "string" ? message : undefined;
    case "prefill":
      return isObject(message.answers) ? message : undefined;
    case "answer":
      return isText(message.question) && isText(message.value) ? message : undefined;
    case "open_chat":
    case "erase":
    case "reset":
      return message;
    case "identify":
      return readIdentify(message);
    default:
      return undefined;
  }
}

/** Leaves out what is of another kind. The rest counts: the call has replaced the one before. */
function readIdentify({ customer, attributes, jws }: IdentifyMessage): LoaderMessage {
  return {
    type: "identify",
    customer: isGiven("customer", customer, isObject) ? customer : null,
    attributes: isGiven("attributes", attributes, isObject) ? attributes : null,
    jws: isGiven("jws", jws, isText) ? jws : null,
  };
}

/** Returns whether the host gave a value; reports one of another kind. */
function isGiven<Kind>(
  name: string,
  value: unknown,
  isOfKind: (value: unknown) => value is Kind,
): value is Kind {
  if (value === undefined || value === null) return false;
  if (isOfKind(value)) return true;
  console.error(`PSN.identify takes two objects and a text; its ${name} is left out.`);
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
