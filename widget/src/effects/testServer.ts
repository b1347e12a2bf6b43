import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { FlowEffect } from "../engine/types";

/** A request that arrived. */
interface Post {
  path: string | undefined;
  key: string | undefined;
  fid: string | undefined;
  signature: string | undefined;
  body: string;
}

/** A server for tests that records the feedbacks it receives and responds as the test says. */
export class TestServer {
  /** The requests that arrived, in order. */
  readonly posts: Post[] = [];
  /** How each request is treated; the last one also applies to all later ones. */
  responses: Respond[] = [];
  apiBase = "";
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => this.receive(request, response));
  }

  async start() {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.apiBase = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async receive(request: IncomingMessage, response: ServerResponse) {
    const { "idempotency-key": key, "x-fid": fid, "x-signature": signature } = request.headers;
    const headers = { key, fid, signature } as Omit<Post, "path" | "body">;
    this.posts.push({ path: request.url, ...headers, body: await text(request) });
    const respond = this.responses.length > 1 ? this.responses.shift() : this.responses[0];
    respond?.(response);
  }
}

export type Respond = (response: ServerResponse) => void;

/** The server receives everything, and the connection breaks before it can respond. */
export const lost: Respond = (response) => void response.socket?.destroy();

export function stored(id: string): Respond {
  return (response) => void response.writeHead(200).end(JSON.stringify({ id }));
}

export function refused(status: number, headers: Record<string, string> = {}, body: object = {}): Respond {
  return (response) => void response.writeHead(status, headers).end(JSON.stringify(body));
}

/** The server's refusal of an `X-FID`. */
export const foreign = refused(422, {}, { code: "foreign_feedback" });

/** The server's refusal of a revision that was superseded too long ago. */
export const superseded = refused(422, {}, { code: "superseded_revision" });

type SubmitEffect = Extract<FlowEffect, { type: "submit_feedback" }>;
type OfflineEffect = Extract<FlowEffect, { type: "save_offline" }>;

interface SaveOptions {
  partial?: boolean;
  /** The partial save that it continues. */
  fid?: string;
  /** Fields that differ between two attempts. */
  times?: object;
}

export function save(answer: string, { partial = false, fid, times }: SaveOptions = {}): SubmitEffect {
  const responses = [{ question_id: "q", body: answer, hidePersonalData: false }];
  const feedback = { device_id: "d", node_id: "n", flow_id: "w", flow_revision: 3, responses, ...times };
  const headers: Record<string, string> = {
    ...(partial && { "X-COMPLETED": "true" }),
    ...(fid && { "X-FID": fid }),
  };
  return { type: "submit_feedback", partial, feedback, headers } as unknown as SubmitEffect;
}

export function saveOffline(answer: string, options: SaveOptions = {}): OfflineEffect {
  const { feedback, headers } = save(answer, { ...options, times: { created_offline: true } });
  return { type: "save_offline", feedback, headers };
}

/** Headers that `fetch` refuses: they hold a letter outside Latin-1. */
export const UNSENDABLE_HEADERS = { "X-LDI": "Şube", "X-LCI": "1" };
