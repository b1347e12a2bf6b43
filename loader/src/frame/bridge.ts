import { ANNOUNCEMENT, type FrameMessage, type Hello, type HostMessage } from "../protocol.ts";
import { clean, listen } from "../realm.ts";

/** What browsers call the origin of a page in a sandbox. Nothing can be posted to it by that name. */
export const OPAQUE_ORIGIN = "null";

/** The loader's end of the way to the content frame. */
export interface Bridge {
  /** Says something to the frame; nothing where it has not announced itself yet. */
  send(message: HostMessage): void;
}

/**
 * Waits for the frame to announce itself, hands it its end of a channel with the hello, and passes on what it says.
 *
 * @param host the host's window, which the announcement comes to.
 * @param frame the content frame's window.
 * @param origin the frame's; whoever else speaks, or asks to be spoken to, is not answered.
 * @param hello made anew each time, for a frame that reloads.
 */
export function createBridge(
  host: EventTarget,
  frame: Window,
  origin: string,
  hello: () => Hello,
  receive: (message: FrameMessage) => void,
): Bridge {
  let port: MessagePort | undefined;
  listen<MessageEvent>(host, "message", (event) => {
    if (!isAnnouncement(event, frame, origin)) return;
    port?.close();
    const channel = new clean.MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }) => {
      const message = readFrameMessage(data);
      if (message) receive(message);
    };
    // A list of the clean realm: the browser iterates over it.
    frame.postMessage(
      hello(),
      origin === OPAQUE_ORIGIN ? "*" : origin,
      clean.Array.of<Transferable>(channel.port2),
    );
  });
  return { send: (message) => port?.postMessage(message) };
}

/** Whether an event is the announcement of this very frame, in this version of the protocol. */
export function isAnnouncement(
  event: Pick<MessageEvent, "source" | "origin" | "data">,
  frame: Window,
  origin: string,
): boolean {
  return event.source === frame && event.origin === origin && event.data === ANNOUNCEMENT;
}

/** A message with everything that its type needs; `undefined` for anything else. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  const message = data as FrameMessage | null | undefined;
  return message && isComplete(message) ? message : undefined;
}

function isComplete(message: FrameMessage): boolean {
  switch (message.type) {
    case "ready":
    case "close":
    case "escape":
      return true;
    case "height":
      return isCount(message.height);
    case "chat_state":
      return isCount(message.unread);
    case "focus_leave":
      return message.edge === "first" || message.edge === "last";
    case "page_state":
      return message.state === null || typeof message.state === "string";
    case "analytics":
      return isObject(message.event);
    case "host_message":
      return (
        typeof message.message === "string" &&
        clean.String.prototype.startsWith.call(message.message, "PSN_") &&
        isObject(message.data)
      );
    default:
      return false;
  }
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
