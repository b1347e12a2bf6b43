import { io, type Socket } from "socket.io-client";
import type { TimelineItem } from "./chatApi";
import type { PulsenServer } from "./pulsenServer";

/** What somebody does just now (docs/chat.md#typing-and-seen). */
interface Signal extends Pick<TimelineItem, "actor"> {
  feedback_id: string;
  typing?: boolean;
  cursor?: string;
}

/** A member of staff at a console: connected, and told at once what happens in all chats. */
export class StaffSocket {
  /** What was reported about one chat, in order: who types, what was seen, and that something was written. */
  private readonly told: { chat: string; what: string }[] = [];
  private readonly socket: Socket;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("typing", ({ feedback_id: chat, actor, typing }: Signal) =>
      this.told.push({ chat, what: `${actor} ${typing ? "types" : "has stopped"}` }),
    );
    socket.on("seen", ({ feedback_id: chat, actor, cursor }: Signal) =>
      this.told.push({ chat, what: `${actor} has seen ${cursor}` }),
    );
    socket.on("inbox_changed", ({ feedback_id: chat, cursor }: Signal) =>
      // Without the history of the database, which is another in every test.
      this.told.push({ chat, what: `is at ${cursor?.split(".")[0]}` }),
    );
  }

  /** @param token of a member of staff. */
  static async connect(pulsen: PulsenServer, token: string): Promise<StaffSocket> {
    const staff = new StaffSocket(io(pulsen.url, { path: "/socket.io", forceNew: true }));
    const answer = await staff.socket.timeout(30_000).emitWithAck("subscribe", { room: "staff", token });
    if (!answer.ok) throw new Error(`The server refuses staff: ${answer.code}`);
    return staff;
  }

  /** Returns what was reported about a chat, oldest first. */
  toldOf(feedbackId: string): string[] {
    return this.told.filter(({ chat }) => chat === feedbackId).map(({ what }) => what);
  }

  /** Tells that this member of staff types, or has stopped. Returns the server's answer. */
  types(feedbackId: string, typing = true): Promise<{ ok: boolean; code?: string }> {
    return this.socket.timeout(30_000).emitWithAck("typing", { feedbackId, typing });
  }

  /** Tells that this member of staff has seen a chat up to a cursor. Returns the server's answer. */
  sees(feedbackId: string, cursor: string): Promise<{ ok: boolean; code?: string }> {
    return this.socket.timeout(30_000).emitWithAck("seen", { feedbackId, cursor });
  }

  disconnect() {
    this.socket.disconnect();
  }
}
