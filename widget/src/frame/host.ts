import type { Greeting } from "./handshake";
import type { FrameMessage, Hello, HostMessage } from "./protocol";

/** The host page's loader, as the frame speaks with it. */
export interface Host {
  hello: Hello;
  send(message: FrameMessage): void;
  /** Whether the visitor has the widget open. While it is closed nothing in it may take the focus. */
  isOpen(): boolean;
  /** Calls `listener` with each message. Returns the way to stop it. */
  listen(listener: (message: HostMessage) => void): () => void;
}

/** Takes up the conversation: listens from now on. The first thing to say is `ready`. */
export function connectHost({ hello, port }: Greeting): Host {
  const listeners = new Set<(message: HostMessage) => void>();
  let open = hello.open;

  port.onmessage = ({ data }) => {
    const message = readHostMessage(data);
    if (!message) return;
    if (message.type === "visibility") open = message.open;
    for (const listener of listeners) listener(message);
  };

  return {
    hello,
    send: (message) => port.postMessage(message),
    isOpen: () => open,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A message with what its type needs; `undefined` for one of a later version, or for anything else. */
export function readHostMessage(data: unknown): HostMessage | undefined {
  const message = data as HostMessage | null | undefined;
  switch (message?.type) {
    case "visibility":
      return typeof message.open === "boolean" ? message : undefined;
    case "focus":
      return message.edge === "first" || message.edge === "last" ? message : undefined;
    default:
      return undefined;
  }
}
