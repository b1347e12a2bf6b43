import { isFlowAnalyticsEvent } from "../analytics/events.ts";
import { listen } from "../basics/listeners.ts";
import { pristine, report, startsWith } from "../basics/pristineGlobals.ts";
import { type FrameMessage, type Hello, type HostMessage, isSpoken } from "../protocol/protocol.ts";

/** The origin of documents in a sandbox, as browsers serialize it. `postMessage` cannot address it. */
export const OPAQUE_ORIGIN = "null";

/** The loader's end of the connection to the content frame (docs/widget.md#protocol). */
export interface Bridge {
  /** Sends a message. It is dropped if the frame has not announced itself yet. */
  _send(message: HostMessage): void;
  close(): void;
}

/**
 * Waits for the frame's announcement, answers it with the hello and a channel, and passes on the frame's messages.
 *
 * @param host the host's window, which receives the announcement.
 * @param frame the content frame's window.
 * @param origin the frame's origin. Announcements from other windows or origins are ignored.
 * @param createHello called for each announcement: a frame that reloads announces itself again.
 */
export function createBridge(
  host: EventTarget,
  frame: Window,
  origin: string,
  createHello: () => Hello,
  receive: (message: FrameMessage) => void,
  announcement?: MessageEvent,
): Bridge {
  let port: MessagePort | undefined;
  const answer = (event: MessageEvent) => {
    if (!isAnnouncement(event, frame, origin)) return;
    port?.close();
    const channel = new pristine.MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }) => {
      const message = readFrameMessage(data);
      if (message) receive(message);
    };
    // A pristine list, because the browser iterates over it.
    frame.postMessage(
      createHello(),
      origin === OPAQUE_ORIGIN ? "*" : origin,
      pristine.Array.of<Transferable>(channel.port2),
    );
  };
  listen(host, "message", answer);
  if (announcement) answer(announcement);
  return {
    _send(message) {
      try {
        port?.postMessage(message);
      } catch {
        // The host's own data may hold what cannot be sent, such as functions.
        report(`PSN.${message.type} takes plain data only.`);
      }
    },
    close: () => port?.close(),
  };
}

/** Returns whether an event is the announcement of this frame, in a version that can be spoken with. */
export function isAnnouncement(
  event: Pick<MessageEvent, "source" | "origin" | "data">,
  frame: Window,
  origin: string,
): boolean {
  return event.source === frame && event.origin === origin && isSpoken(versionIn(event.data));
}

function versionIn(data: unknown): unknown {
  try {
    const { type, version } = pristine.JSON.parse(data as string);
    return type === "PULSEN_FRAME" ? version : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the data as a message, or `undefined` if its type is unknown or a field is missing or invalid. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  const message = data as FrameMessage | null | undefined;
  return message && isComplete(message) ? message : undefined;
}

function isComplete(message: FrameMessage): boolean {
  switch (message.type) {
    case "ready":
      return message.features === undefined || typeof message.features === "string";
    case "close":
    case "escape":
    case "erased":
      return true;
    case "height":
      return isCount(message.height);
    case "scroll_to":
      return isCount(message.top) && isCount(message.height);
    case "chat_state":
      return isCount(message.unread);
    case "feedback_given":
      return isCount(message.at) && typeof message.deviceId === "string" && message.deviceId.length <= 128;
    case "has_chat":
      return typeof message.hasChat === "boolean";
    case "analytics":
      return isFlowAnalyticsEvent(message.event);
    case "focus_leave":
      return message.edge === "first" || message.edge === "last";
    case "page_state":
      return message.state === null || typeof message.state === "string";
    case "host_message":
      return (
        typeof message.message === "string" &&
        startsWith(message.message, "PSN_") &&
        typeof message.data === "object" &&
        message.data !== null &&
        isCount(message.delayMs)
      );
    default:
      return false;
  }
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY;
}
