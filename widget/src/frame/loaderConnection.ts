import type { FrameMessage, Hello, HostMessage, IdentifyMessage } from "pulsen-loader/protocol";
import { createListeners } from "../listeners";
import type { Greeting } from "./handshake";

/** The connection with the loader on the host page. */
export interface LoaderConnection {
  hello: Hello;
  send(message: FrameMessage): void;
  /** Returns the host page's present address without private parts. */
  originUrl(): string;
  /** Returns whether the widget is open. While it is closed, nothing in it may take the focus. */
  isOpen(): boolean;
  /** Returns who the host page says the visitor is; `undefined` while it says nothing. */
  identity(): IdentifyMessage | undefined;
  /** Calls `listener` with each message. Returns a function that removes the listener. */
  listen(listener: (message: HostMessage) => void): () => void;
}

/** Connects with the loader. The first message to send is `ready`. */
export function connectLoader({ hello, port }: Greeting): LoaderConnection {
  const listeners = createListeners<[HostMessage]>();
  let { open, originUrl } = hello;
  let identity: IdentifyMessage | undefined;

  port.onmessage = ({ data }) => {
    const message = readHostMessage(data);
    if (!message) return;
    if (message.type === "visibility") open = message.open;
    if (message.type === "identify") identity = message;
    if (message.type === "address") originUrl = message.originUrl;
    listeners.notify(message);
  };

  return {
    hello,
    send: (message) => port.postMessage(message),
    originUrl: () => originUrl,
    isOpen: () => open,
    identity: () => identity,
    listen: listeners.add,
  };
}

/** Parses a message of the loader; returns `undefined` for unknown types and for invalid data. */
export function readHostMessage(data: unknown): HostMessage | undefined {
  const message = data as HostMessage | null | undefined;
  switch (message?.type) {
    case "visibility":
      return typeof message.open === "boolean" ? message : undefined;
    case "address":
      return typeof message.originUrl === "string" ? message : undefined;
    case "focus":
      return message.edge === "first" || message.edge === "last" ? message : undefined;
    case "identify":
      return isObjectOrNull(message.customer) &&
        isObjectOrNull(message.attributes) &&
        (message.jws === null || typeof message.jws === "string")
        ? message
        : undefined;
    default:
      return undefined;
  }
}

function isObjectOrNull(value: unknown): boolean {
  return typeof value === "object" && !Array.isArray(value);
}
