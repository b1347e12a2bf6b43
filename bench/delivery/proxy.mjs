import { once } from "node:events";
import { connect, createServer } from "node:net";

/** Starts a proxy that gives each connection to the next server in turn, or to another one if that does not answer. */
export async function startProxy(ports) {
  let turn = 0;
  const server = createServer((client) => {
    turn += 1;
    const order = ports.map((_, index) => ports[(turn + index) % ports.length]);
    client.on("error", () => client.destroy());
    forward(client, order);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

function forward(client, [port, ...others]) {
  if (port === undefined) {
    client.destroy();
    return;
  }
  const upstream = connect(port, "127.0.0.1");
  upstream.once("connect", () => {
    upstream.pipe(client);
    client.pipe(upstream);
    upstream.on("close", () => client.destroy());
    client.on("close", () => upstream.destroy());
  });
  upstream.on("error", () => {
    if (upstream.connecting || !upstream.bytesWritten) forward(client, others);
    else client.destroy();
  });
}
