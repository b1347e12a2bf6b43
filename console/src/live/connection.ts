import { createOpenChats, type OpenChats } from "./colleagues";
import {
  FEEDBACK_EVENTS,
  type LiveEventName,
  type LiveEvents,
  type LiveHandler,
  type LiveSignals,
} from "./events";

/** Before a refused subscription, or a connection that the server has cut, is tried again (docs/constants.md#delays). */
const RETRY_MS = 5_000;

/** The time limit of the server's answer to a subscription (docs/constants.md#delays). */
const ANSWER_MS = 10_000;

/**
 * How often the subscription is renewed: so the page learns that its session has ended or is another, and what was lost for whatever
 * reason is fetched (docs/constants.md#delays).
 */
const RENEWAL_MS = 300_000;

/**
 * After something is said of who is present, before it is sent; and the least time between two of that. The server takes two signals
 * a second, and somebody who goes through the list by `j` opens and leaves many chats (docs/constants.md#delays).
 */
const PRESENCE_WAIT_MS = 50;
const PRESENCE_PAUSE_MS = 1_000;

/** What the connection needs of a socket of Socket.IO. */
export interface LiveSocket {
  readonly connected: boolean;
  on(event: string, handler: (data: never) => void): unknown;
  emit(event: string, ...data: unknown[]): unknown;
  timeout(milliseconds: number): {
    emit(event: string, data: unknown, answered: (error: unknown, answer?: Answer) => void): unknown;
  };
  connect(): unknown;
  disconnect(): unknown;
}

interface Answer {
  ok: boolean;
  code?: string;
  /** The chats that staff have open; absent: none. */
  presence?: LiveEvents["presence"][];
}

/** The live events of one session. */
export interface LiveConnection {
  /** Which chats staff have open. */
  openChats: OpenChats;
  /** Calls `handler` for each event of this name. Returns what ends that. */
  on<Name extends LiveEventName>(name: Name, handler: LiveHandler<Name>): () => void;
  /** Calls `handler` after each subscription: events may have been missed before it. Returns what ends that. */
  onGap(handler: () => void): () => void;
  /** Tells the server of an open chat. What cannot be sent is lost, except who is present. */
  emit<Name extends keyof LiveSignals>(name: Name, data: LiveSignals[Name]): void;
  /** Whether events arrive. */
  isConnected(): boolean;
  /** Calls `listener` when that changes, and when a try to connect fails. Returns what ends that. */
  subscribe(listener: () => void): () => void;
  /** Connects once more, with the cookie that the browser has now. */
  restart(): void;
  /** Ends the connection for good. */
  close(): void;
}

/**
 * Connects, and stays connected until it is closed.
 *
 * @param open opens a socket; a rejection is tried again.
 * @param onRefused the server does not take the session, perhaps because it has ended.
 */
export function createLiveConnection(open: () => Promise<LiveSocket>, onRefused: () => void): LiveConnection {
  const handlers = new Map<LiveEventName, Set<LiveHandler<LiveEventName>>>();
  const gapHandlers = new Set<() => void>();
  const listeners = new Set<() => void>();
  const openChats = createOpenChats();
  let socket: LiveSocket | undefined;
  let isClosed = false;
  let isSubscribed = false;
  /** Which answer counts: that of the latest subscription. */
  let asked = 0;
  /** Whether events may have been missed since the latest subscription that succeeded. */
  let hasGap = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (run: () => void, delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, delay);
  };
  const presence = createPresenceSender((said) => {
    if (isSubscribed) socket?.emit("presence", said);
    return isSubscribed;
  });
  const tell = () => callAll(listeners);
  const setSubscribed = (value: boolean) => {
    if (isSubscribed === value) return;
    isSubscribed = value;
    tell();
  };
  const wantsFeedbacks = () => [...FEEDBACK_EVENTS].some((name) => (handlers.get(name)?.size ?? 0) > 0);

  /** Asks for the events. Another subscription takes the place of the one before. */
  const ask = (isGap: boolean) => {
    if (!socket?.connected) return;
    asked += 1;
    hasGap ||= isGap;
    const mine = asked;
    openChats.ask();
    const request = { room: "staff", ...(wantsFeedbacks() && { feedbacks: true }) };
    socket.timeout(ANSWER_MS).emit("subscribe", request, (error, answer) => {
      if (isClosed || mine !== asked) return;
      if (error || !answer?.ok) return refuse(answer?.code);
      openChats.replace(answer.presence ?? []);
      setSubscribed(true);
      presence.send();
      if (hasGap) {
        hasGap = false;
        callAll(gapHandlers);
      }
      later(() => ask(true), RENEWAL_MS);
    });
  };
  const refuse = (code: string | undefined) => {
    setSubscribed(false);
    socket?.disconnect();
    if (code === "invalid_token" || code === "second_factor_needed" || code === "right_missing") onRefused();
    later(() => socket?.connect(), RETRY_MS);
  };
  const receive = (name: LiveEventName, event: LiveEvents[LiveEventName]) => {
    if (name === "presence") openChats.hear(event as LiveEvents["presence"]);
    for (const handler of [...(handlers.get(name) ?? [])]) (handler as (event: unknown) => void)(event);
  };
  const listen = (name: LiveEventName, opened: LiveSocket) =>
    opened.on(name, (event: LiveEvents[LiveEventName]) => receive(name, event));

  const start = async () => {
    try {
      const opened = await open();
      if (isClosed) return void opened.disconnect();
      socket = opened;
      for (const name of EVENT_NAMES) listen(name, opened);
      opened.on("connect", () => ask(true));
      opened.on("disconnect", (reason: string) => {
        asked += 1;
        setSubscribed(false);
        // After all other reasons the client connects again on its own.
        if (reason === "io server disconnect") later(() => opened.connect(), RETRY_MS);
      });
      opened.on("connect_error", tell);
      if (opened.connected) ask(true);
    } catch {
      // Its script could not be loaded.
      if (!isClosed) later(() => void start(), RETRY_MS);
    }
  };
  void start();

  return {
    openChats,
    on(name, handler) {
      const before = wantsFeedbacks();
      const all = handlers.get(name) ?? new Set();
      handlers.set(name, all.add(handler as LiveHandler<LiveEventName>));
      if (wantsFeedbacks() !== before) ask(true);
      return () => {
        const before = wantsFeedbacks();
        all.delete(handler as LiveHandler<LiveEventName>);
        if (!isClosed && wantsFeedbacks() !== before) ask(false);
      };
    },
    onGap(handler) {
      gapHandlers.add(handler);
      return () => gapHandlers.delete(handler);
    },
    emit(name, data) {
      if (name === "presence") presence.say(data as LiveSignals["presence"]);
      else if (isSubscribed) socket?.emit(name, data);
    },
    isConnected: () => isSubscribed,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    restart() {
      if (isClosed || !socket) return;
      clearTimeout(timer);
      socket.disconnect();
      setSubscribed(false);
      socket.connect();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      presence.end();
      setSubscribed(false);
      socket?.disconnect();
    },
  };
}

/**
 * Sends the last of what is said of the open chat, and not too often.
 *
 * @param emit returns whether it could be sent.
 */
function createPresenceSender(emit: (presence: LiveSignals["presence"]) => boolean) {
  let said: LiveSignals["presence"] | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;
  const end = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const send = () => {
    end();
    if (said && emit(said)) sentAt = performance.now();
  };
  const say = (presence: LiveSignals["presence"]) => {
    said = presence;
    const wait = sentAt + PRESENCE_PAUSE_MS - performance.now();
    timer ??= setTimeout(send, Math.max(wait, PRESENCE_WAIT_MS));
  };
  return { say, send, end };
}

/** Also where one of them ends that another one is called. */
function callAll(listeners: ReadonlySet<() => void>): void {
  for (const listener of [...listeners]) listener();
}

const EVENT_NAMES = [
  "inbox_changed",
  "chat_erased",
  "presence",
  "typing",
  "seen",
  "feedback",
  "feedbacks_missed",
] as const satisfies LiveEventName[];
