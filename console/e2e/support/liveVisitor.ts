import type { PulsenServer } from "pulsen-loader/e2e";
import { io, type Socket } from "socket.io-client";
import type { Visitor } from "./inbox";

interface Answer {
  ok: boolean;
  code?: string;
}

/** A visitor whose page is connected: it tells staff what the visitor does (docs/chat.md#typing-and-seen). */
export class LiveVisitor {
  private readonly socket: Socket;
  private readonly feedbackId: string;

  private constructor(socket: Socket, feedbackId: string) {
    this.socket = socket;
    this.feedbackId = feedbackId;
  }

  static async connect(pulsen: PulsenServer, { id, token }: Visitor): Promise<LiveVisitor> {
    const visitor = new LiveVisitor(io(pulsen.url, { path: "/socket.io", forceNew: true }), id);
    const answer = await visitor.ask("subscribe", { room: "chat", token });
    if (!answer.ok) throw new Error(`The server refuses the visitor: ${answer.code}`);
    return visitor;
  }

  /** Tells that the visitor types, or has stopped. */
  types(typing: boolean): Promise<Answer> {
    return this.ask("typing", { typing });
  }

  /** Tells that the visitor has seen the chat up to a position. */
  sees(position: number): Promise<Answer> {
    return this.ask("seen", { cursor: String(position) });
  }

  leave(): void {
    this.socket.disconnect();
  }

  private ask(signal: string, data: object): Promise<Answer> {
    return this.socket.timeout(30_000).emitWithAck(signal, { feedbackId: this.feedbackId, ...data });
  }
}
