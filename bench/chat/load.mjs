import { once } from "node:events";
import { connect } from "node:net";

/**
 * Sends requests over kept connections, one after the other on each, as fast as they are answered; returns how many a second.
 * Written by hand, because Node's own client would take more time than the server that is measured.
 */
export async function sendMessages(host, connections, seconds, requestOf) {
  const end = performance.now() + seconds * 1_000;
  const counts = await Promise.all(
    Array.from({ length: connections }, (_, index) => sendUntil(end, host, () => requestOf(index))),
  );
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

async function sendUntil(end, host, next) {
  const [hostname, port] = host.split(":");
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await once(socket, "connect");
  let sent = 0;
  let answered = () => {};
  let received = "";
  socket.on("data", (data) => {
    received += data.toString("latin1");
    const head = received.indexOf("\r\n\r\n");
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
    if (received.length < head + 4 + length) return;
    const status = received.slice(9, 12);
    received = "";
    answered(status);
  });
  while (performance.now() < end) {
    const answer = new Promise((resolve) => {
      answered = resolve;
    });
    socket.write(requestText(host, next()));
    const status = await answer;
    if (status !== "200") throw new Error(`A request was answered with ${status}.`);
    sent += 1;
  }
  socket.destroy();
  return sent;
}

function requestText(host, { path, headers, body }) {
  const text = JSON.stringify(body);
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${text}`;
}
