import type { LiveSocket } from "./connection";
import type { LiveEvents } from "./events";

/** A socket of tests, whose server is the test. */
export interface FakeSocket extends LiveSocket {
  /** What the client has sent, each with its name. */
  readonly sent: [name: string, data: unknown][];
  /** What the server answers to subscriptions. */
  answer: { ok: boolean; code?: string; presence?: LiveEvents["presence"][] };
  /** Has the next subscription be answered when the returned function is called. */
  holdAnswer(): () => void;
  /** Something arrives, also `connect` and `disconnect`. */
  receive(event: string, data?: unknown): void;
  connected: boolean;
}

/** Creates a socket that is not connected yet. */
export function fakeSocket(): FakeSocket {
  const handlers = new Map<string, (data: never) => void>();
  let isHeld = false;
  let answerHeld = () => {};
  const socket: FakeSocket = {
    connected: false,
    sent: [],
    answer: { ok: true },
    on: (event, handler) => handlers.set(event, handler),
    emit: (event, data) => socket.sent.push([event, data]),
    timeout: () => ({
      emit(event, data, answered) {
        socket.sent.push([event, data]);
        const answer = () => answered(null, socket.answer);
        if (isHeld) answerHeld = answer;
        else answer();
        isHeld = false;
      },
    }),
    holdAnswer() {
      isHeld = true;
      return () => answerHeld();
    },
    receive(event, data) {
      if (event === "connect") socket.connected = true;
      if (event === "disconnect") socket.connected = false;
      handlers.get(event)?.(data as never);
    },
    connect: () => socket.receive("connect"),
    disconnect: () => socket.connected && socket.receive("disconnect", "io client disconnect"),
  };
  return socket;
}
