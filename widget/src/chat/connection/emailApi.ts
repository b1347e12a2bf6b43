import type { Schemas } from "pulsen-loader/wire";
import { request } from "../../http/request";
import type { ChatAccess } from "../access/chatAccess";

/** What is known of the e-mail of a chat (docs/api.md#chat-e-mail). Addresses are masked. */
export type EmailState = Schemas["ChatEmailState"];

/** The calls about the address that is notified of replies. Each rejects as `request` does. */
export interface EmailApi {
  /** Leaves an address, or takes the one that is offered. */
  leave(address: { email: string } | { offered: true }): Promise<EmailState>;
  /** Removes it. */
  remove(): Promise<void>;
}

export function createEmailApi(apiBase: string, { feedbackId, token }: ChatAccess): EmailApi {
  const url = `${apiBase}/v1/feedbacks/${encodeURIComponent(feedbackId)}/chat_email`;
  const headers = { Accept: "application/json", "Content-Type": "application/json", "X-Chat-Token": token };
  return {
    async leave(address) {
      const { body } = await request(url, { method: "POST", headers, body: JSON.stringify(address) });
      if (typeof body === "object" && body && "email" in body) return body as EmailState;
      throw new Error("The response does not have the expected content.");
    },
    async remove() {
      await request(url, { method: "DELETE", headers });
    },
  };
}
