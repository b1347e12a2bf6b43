import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The third party that the server sends text messages through. */
export interface TextMessageGateway {
  url: string;
  /** Returns the last message to a number. */
  textFor(number: string): string;
  /** Returns the code in the last message to a number. */
  codeFor(number: string): string;
  /** Refuses messages from now on, or takes them again. */
  refuse(refuses: boolean): void;
  stop(): void;
}

export async function startTextMessageGateway(): Promise<TextMessageGateway> {
  const messages = new Map<string, string>();
  let refuses = false;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { to, text } = JSON.parse(Buffer.concat(parts).toString()) as { to: string; text: string };
    messages.set(to, text);
    response.writeHead(refuses ? 500 : 202).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    textFor: (number) => messages.get(number) ?? "",
    codeFor(number) {
      const code = /\b\d{6}\b/.exec(messages.get(number) ?? "")?.[0];
      if (!code) throw new Error(`No code was sent to ${number}.`);
      return code;
    },
    refuse(now) {
      refuses = now;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
