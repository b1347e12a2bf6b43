import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** The third party that the server sends mails through. It speaks as much SMTP as that needs. */
export interface MailServer {
  url: string;
  /** Waits for the next mail to an address and returns its text part. */
  mailTo(address: string): Promise<string>;
  stop(): void;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: { to: string; message: string }[] = [];
  const waiting = new Set<() => void>();
  const take = (to: string, message: string) => {
    mails.push({ to, message });
    for (const wake of waiting) wake();
  };
  const server = createServer((socket) => {
    // The client may go away at any time.
    converse(socket, take).catch(() => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async mailTo(address) {
      for (;;) {
        const at = mails.findIndex(({ to }) => to === address);
        const mail = at < 0 ? undefined : mails.splice(at, 1)[0];
        if (mail) return textOf(mail.message);
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
        });
        waiting.clear();
      }
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function converse(socket: Socket, take: (to: string, message: string) => void) {
  socket.setEncoding("utf8");
  socket.write("220 ready\r\n");
  let text = "";
  let to = "";
  let isMessage = false;
  for await (const chunk of socket) {
    text += chunk;
    for (;;) {
      const end = text.indexOf(isMessage ? "\r\n.\r\n" : "\r\n");
      if (end < 0) break;
      const line = text.slice(0, end);
      text = text.slice(end + (isMessage ? 5 : 2));
      if (isMessage) {
        isMessage = false;
        take(to, line);
        socket.write("250 taken\r\n");
        continue;
      }
      const name = line.split(/[ :]/)[0]?.toUpperCase();
      if (name === "RCPT") to = /<(.*?)>/.exec(line)?.[1] ?? "";
      isMessage = name === "DATA";
      socket.write(name === "DATA" ? "354 go on\r\n" : name === "QUIT" ? "221 bye\r\n" : "250 ok\r\n");
    }
  }
}

/** Returns the plain part of a message, decoded. */
function textOf(message: string): string {
  const boundary = /boundary="(.+?)"/.exec(message)?.[1] ?? "";
  const part = message.split(`--${boundary}`)[1] ?? "";
  const [head = "", ...body] = part.split("\r\n\r\n");
  const text = body.join("\r\n\r\n");
  if (/base64/i.test(head)) return Buffer.from(text, "base64").toString();
  if (!/quoted-printable/i.test(head)) return text;
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
