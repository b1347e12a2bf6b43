import type { LiveSocket } from "./connection";

/** A socket of tests, whose server is the test. */
export interface FakeSocket extends LiveSocket {
  /** What the client has sent, each with its name. */
  readonly sent: [name: string, data: unknown][];
  /** What the server answers to subscriptions. */
  answer: { ok: boolean; code?: string };
  /** Something arrives, also `connect` and `disconnect`. */
  receive(event: string, data?: unknown): void;
  connected: boolean;
}

/** Creates a socket that is not connected yet. */
export function fakeSocket(): FakeSocket {
  const handlers = new Map<string, (data: never) => void>();
  const socket: FakeSocket = {
    connected: false,
    sent: [],
    answer: { ok: true },
    on: (event, handler) => handlers.set(event, handler),
    emit: (event, data) => socket.sent.push([event, data]),
    timeout: () => ({
      emit(event, data, answered) {
        socket.sent.push([event, data]);
        answered(null, socket.answer);
      },
    }),
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
