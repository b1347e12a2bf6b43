import { ReplyError, request } from "../../http/request";
import type { Unchecked } from "../../http/unchecked";
import type { ChatOffer } from "../../run/ending";
import type { ChatAccess } from "../../storage/chatRecord";

/**
 * Begins the chat that the server offers; one that has begun already is opened.
 *
 * @throws {ReplyError | RequestError} when the server refuses, or no response came.
 */
export async function beginChat({ url, token }: Pick<ChatOffer, "url" | "token">): Promise<ChatAccess> {
  const { body } = await request(url, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify({ token }),
  });
  const { id, chat_token_string: chatToken } = (body ?? {}) as Unchecked<"StartedChat">;
  if (typeof id !== "string" || typeof chatToken !== "string") {
    throw new Error("The server has begun no chat.");
  }
  return { feedbackId: id, token: chatToken };
}

/** Returns whether the server will never begin the chat. */
export function isChatOver(error: unknown): boolean {
  return error instanceof ReplyError && [401, 403].includes(error.reply.status);
}
