// What the examples for nginx and Caddy write to their logs, and what else they do by themselves: with the real programs.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as plainRequest } from "node:http";
import { connect } from "node:http2";
import { request } from "node:https";
import { createServer as createListener } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "pulsen-logs-"));
const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
const running = [];
let server;

before(async () => {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "90", ...subject, ...files],
    {
      stdio: "ignore",
    },
  );
  server = createServer((asked, response) => {
    // As a server that fails in the middle of an answer.
    if (asked.url.startsWith("/broken")) asked.socket.destroy();
    else response.end("here");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

after(async () => {
  server.close();
  for (const child of running) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

for (const [program, configure] of [
  ["nginx", nginx],
  ["caddy", caddy],
]) {
  test(`${program} logs no query, whether the server answers or not`, async () => {
    const proxy = await start(program, configure);
    for (const [path, status] of [
      ["/fine", 200],
      ["/broken", 502],
    ]) {
      const headers = {
        referer: "https://shop.example/?token=SECRET",
        "x-chat-token": "SECRET",
        "x-chat-tokens": "id:SECRET",
        authorization: "Bearer SECRET",
      };
      const answer = await exchange(proxy.port, `${path}?signature=SECRET&token=SECRET`, headers);
      assert.equal(answer.status, status);
    }
    // Both are logged when they have been answered.
    for (const end = Date.now() + 60_000; !/\/broken/.test(logs(proxy.folder)); await sleep(20))
      assert.ok(Date.now() < end, logs(proxy.folder));
    const said = logs(proxy.folder);
    assert.doesNotMatch(said, /SECRET|signature|token=/);
    if (program === "nginx") await examineNginx(proxy);
  });
}

/** Sends visitors of port 80 to the encrypted address, and speaks HTTP/2. */
async function examineNginx({ port, plainPort }) {
  const redirected = await new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port: plainPort, path: "/feedback?node_id=a&x=1" };
    const sent = plainRequest({ ...options, headers: { host: "localhost" } }, resolve);
    sent.on("error", reject).end();
  });
  redirected.resume();
  assert.equal(redirected.statusCode, 301);
  assert.equal(redirected.headers.location, "https://localhost/feedback?node_id=a&x=1");

  const session = connect(`https://localhost:${port}`, {
    ca: readFileSync(certificate),
    lookup: (_name, _options, found) => found(null, [{ address: "127.0.0.1", family: 4 }]),
  });
  const stream = session.request({ ":path": "/fine" });
  const [headers] = await once(stream, "response");
  assert.equal(headers[":status"], 200);
  session.destroy();
}

/** Writes a configuration into a folder, and returns the options with which nginx reads it. */
function nginx(port, plainPort, own) {
  const example = readFileSync(join(ROOT, "deploy/nginx.conf"), "utf8")
    .replace("127.0.0.1:8080", `127.0.0.1:${server.address().port}`)
    .replaceAll(/ *listen \[::\].*\n/g, "")
    .replace("listen 80;", `listen 127.0.0.1:${plainPort};`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replaceAll("feedback.example.com;", "localhost;")
    .replaceAll("/var/log/nginx/", `${own}/`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = temporary.map((name) => `${name}_temp_path ${own}/${name};`).join("\n");
  const user = process.getuid() === 0 ? "user root; " : "";
  const configuration = join(own, "nginx.conf");
  writeFileSync(
    configuration,
    `${user}daemon off; pid ${own}/pid;\nevents {}\nhttp {\n${paths}\n${example} }`,
  );
  return ["-c", configuration, "-e", join(own, "start.log")];
}

function caddy(port, _plainPort, own) {
  const example = readFileSync(join(ROOT, "deploy/Caddyfile"), "utf8")
    .replace("127.0.0.1:8080", `127.0.0.1:${server.address().port}`)
    // What only later versions know, and what asks by itself.
    .replaceAll(/\t\t(request_buffers|health_).*\n/g, "")
    .replace("\n{\n", "\n{\n\tadmin off\n\tauto_https off\n")
    .replace("feedback.example.com {", `https://localhost:${port} {\n\tlog\n\ttls ${certificate} ${key}`);
  const configuration = join(own, "Caddyfile");
  writeFileSync(configuration, example);
  return ["run", "--config", configuration, "--adapter", "caddyfile"];
}

/** Starts a proxy on free ports. Where another program takes one first, the proxy ends and gets others. */
async function start(program, configure) {
  for (let attempt = 1; ; attempt++) {
    const own = mkdtempSync(join(folder, `${program}-`));
    const [port, plainPort] = [await freePort(), await freePort()];
    const log = join(own, "output.log");
    const child = spawn(program, configure(port, plainPort, own), {
      stdio: ["ignore", openSync(log, "w"), openSync(log, "a")],
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    running.push(child);
    if (await answers(child, port)) return { port, plainPort, folder: own };
    assert.ok(
      attempt < 5 && /address already in use/i.test(logs(own)),
      `${program} does not answer:\n${logs(own)}`,
    );
  }
}

async function answers(child, port) {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const answer = await exchange(port, "/started").catch(() => undefined);
    if (answer?.status === 200) return true;
  }
  return false;
}

/** Everything that a proxy has written. */
function logs(own) {
  const files = readdirSync(own).filter((name) => name.endsWith(".log"));
  return files.map((name) => readFileSync(join(own, name), "utf8")).join("\n");
}

function exchange(port, path, headers = {}) {
  return new Promise((resolve, reject) => {
    const sent = request({
      ...{ host: "127.0.0.1", port, path, servername: "localhost", ca: readFileSync(certificate) },
      headers: { host: `localhost:${port}`, ...headers },
    });
    sent.on("response", (response) => {
      response.resume();
      response.on("end", () => resolve({ status: response.statusCode }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

async function freePort() {
  const listener = createListener().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address();
  listener.close();
  return port;
}
