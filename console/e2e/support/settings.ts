import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PulsenServer } from "pulsen-loader/e2e";
import { answerShop } from "./chats";
import { test as base, expect, type Page, type Person, signUp } from "./test";

export { expect, type Page };

/** What a webhook's receiver got. */
export interface Received {
  id: string;
  type: string;
  signature: string;
}

/** A receiver of webhooks on this machine. */
export class Receiver {
  readonly received: Received[] = [];
  /** What it answers. */
  status = 204;

  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
  }

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on("request", async (request, response) => {
      const { type } = JSON.parse(await bodyOf(request)) as { type: string };
      receiver.received.push({
        id: String(request.headers["webhook-id"]),
        type,
        signature: String(request.headers["webhook-signature"]),
      });
      response.writeHead(receiver.status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

interface Fixtures {
  receiver: Receiver;
  /** Adds somebody of another role, who chooses a password and is signed in on a page of their own. */
  colleague: (name: string, role: string, ...options: string[]) => Promise<Page & { person: Person }>;
}

/** The server of these tests may call this machine. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  pulsen: async ({}, use) => {
    const pulsen = await PulsenServer.start({
      rateLimit: "sign_in=1000",
      allowsPrivateConnectors: true,
      allowsPrivateWebhooks: true,
    });
    await use(pulsen);
    await pulsen.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  receiver: async ({}, use) => {
    const receiver = await Receiver.start();
    await use(receiver);
    await receiver.stop();
  },
  colleague: async ({ browser, pulsen }, use) => {
    const pages: Page[] = [];
    await use(async (name, role, ...options) => {
      const page = await (await browser.newContext({ locale: "en-US" })).newPage();
      pages.push(page);
      const person = await signUp(page, pulsen, name, role, ...options);
      return Object.assign(page, { person });
    });
    for (const page of pages) await page.context().close();
  },
});

/** Submits feedback of the example's flow that ends in a chat, and returns its id. */
export async function submitFeedback(pulsen: PulsenServer, deviceId: string, customerId?: string) {
  return (await answerShop(pulsen, deviceId, customerId)).id;
}

/** Blocks an address of which nothing comes: the server does not know those of its own machine. */
export function blockAddress(pulsen: PulsenServer, by: string) {
  const hash = randomBytes(16).toString("base64url");
  pulsen.execute(
    `INSERT INTO blocked_addresses (node_id, address_hash, blocked_by, blocked_at, ends_at)
     VALUES ('demo-node', '${hash}', '${by}', ${Date.now()}, ${Date.now() + 86_400_000})`,
  );
}
