// The examples for nginx and Caddy, with the real programs before a real server.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { importRecords, startServer } from "pulsen-loader/e2e/server";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BINARY = process.env.PULSEN_BIN ?? join(ROOT, "target/debug/pulsen");
const folder = mkdtempSync(join(tmpdir(), "pulsen-proxies-"));
const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
const running = [];
let server;
let metrics;

/** Requests that the server answers at the same time. */
const PLACES = 8;

before(async () => {
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "90", "-subj", "/CN=localhost"],
      ...[
        "-addext",
        "subjectAltName=DNS:localhost",
        "-addext",
        "basicConstraints=critical,CA:FALSE",
        "-keyout",
        key,
        "-out",
        certificate,
      ],
    ],
    { stdio: "ignore" },
  );
  importRecords(BINARY, join(ROOT, "examples"), join(folder, "data"));
  metrics = await freePort();
  const options = ["--data", join(folder, "data"), "--trusted-proxies", "127.0.0.1,::1"];
  options.push("--rate-limit", "address=40", "--max-requests", `${PLACES}`);
  options.push("--metrics", `127.0.0.1:${metrics}`);
  server = await startServer(BINARY, options, { env: { PULSEN_LOG: "off" } });
  running.push(server.child);
});

after(async () => {
  for (const child of running.reverse()) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

test("nginx", async () => {
  const port = await start("nginx", nginx);
  await examine(port, "127.0.0.2");
  await examineSlowBodies(port, "127.0.0.5", "127.0.0.6", () => true);
});

test("Caddy", async () => {
  const port = await start("caddy", caddy);
  await examine(port, "127.0.0.3");
  // It passes on what does not fit into its buffer.
  await examineSlowBodies(port, "127.0.0.7", "127.0.0.8", (bytes) => bytes >= 3 * PLACES * 65_536);
});

/** Writes a configuration for a port, and returns the options with which nginx reads it. */
function nginx(port) {
  const example = readFileSync(join(ROOT, "deploy/nginx.conf"), "utf8")
    .replace("127.0.0.1:8080", `127.0.0.1:${server.port}`)
    .replaceAll(/ *listen \[::\].*\n/g, "")
    .replace("listen 80;", `listen unix:${folder}/plain-${port}.socket;`)
    .replaceAll("/var/log/nginx/", `${folder}/`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replaceAll("feedback.example.com;", "localhost;")
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n");
  // What root has made, workers of another user may not write to.
  const user = process.getuid() === 0 ? "user root; " : "";
  const configuration = join(folder, "nginx.conf");
  writeFileSync(
    configuration,
    `${user}daemon off; pid ${folder}/nginx.pid; error_log stderr;\nevents {}\nhttp { access_log off;\n${paths}\n${example} }`,
  );
  return ["-c", configuration, "-e", "stderr"];
}

function caddy(port) {
  let example = readFileSync(join(ROOT, "deploy/Caddyfile"), "utf8")
    .replace("127.0.0.1:8080", `127.0.0.1:${server.port}`)
    .replace("\n{\n", "\n{\n\tadmin off\n\tauto_https off\n")
    .replace("feedback.example.com {", `https://localhost:${port} {\n\ttls ${certificate} ${key}`);
  const version = execFileSync("caddy", ["version"], { encoding: "utf8" });
  const [major, minor, patch] = version
    .replace(/^v/, "")
    .split(/[.\s-]/, 3)
    .map(Number);
  // As the example says.
  if (major === 2 && (minor < 6 || (minor === 6 && patch < 4)))
    example = example.replace("request_buffers 64KiB", "buffer_requests\n\t\tmax_buffer_size 65536");
  const configuration = join(folder, "Caddyfile");
  writeFileSync(configuration, example);
  return ["run", "--config", configuration, "--adapter", "caddyfile"];
}

/** Starts a proxy on a free port; returns the port. Where another program takes it first, the proxy ends and gets another one. */
async function start(program, configure) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const log = join(folder, `${program}-${attempt}.log`);
    const child = spawn(program, configure(port), {
      stdio: ["ignore", openSync(log, "w"), openSync(log, "a")],
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    running.push(child);
    if (await answers(child, port)) return port;
    const said = readFileSync(log, "utf8");
    assert.ok(attempt < 5 && /address already in use/i.test(said), `${program} does not answer:\n${said}`);
  }
}

/** Waits until a proxy lets requests through to the server. Returns false if it ends, or takes much too long. */
async function answers(child, port) {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const response = await exchange({ port, localAddress: "127.0.0.4" }, "/readyz").catch(() => undefined);
    if (response?.status === 200) return true;
  }
  return false;
}

/** Asks as a visitor at another address than the proxy's. */
async function examine(port, visitor) {
  const ask = (path, options) => exchange({ port, localAddress: visitor }, path, options);
  assert.match((await ask("/feedback?node_id=demo-node")).body, /<html/);

  // Sockets.
  const upgraded = await ask("/socket.io/?EIO=4&transport=websocket", {
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    },
  });
  assert.equal(upgraded.status, 101);

  // A file of 10 MiB reaches the server, which says that it is none of those that the question takes.
  const form = new FormData();
  form.append("file", new Blob([Buffer.alloc(10 << 20)]), "photo.png");
  const encoded = new Request("http://localhost", { method: "POST", body: form });
  const large = await ask("/v1/attachments?node_id=demo-claim&question_id=q-photos", {
    method: "POST",
    headers: { "content-type": encoded.headers.get("content-type"), "x-device-id": visitor },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
  assert.equal(large.status, 422, large.body.slice(0, 300));
  assert.match(large.headers["content-type"], /problem\+json/);

  // The server counts the visitor and not the proxy, and no address that the visitor claims.
  const doctor = spawnSync(
    BINARY,
    ["doctor", "--json", "--data", join(folder, "data"), "--public-url", `https://localhost:${port}`],
    { encoding: "utf8", env: { ...process.env, SSL_CERT_FILE: certificate } },
  );
  const findings = JSON.parse(doctor.stdout);
  const verdict = (check) => findings.find((finding) => finding.check === check)?.verdict;
  assert.equal(verdict("public address"), "ok", doctor.stdout);
  assert.equal(verdict("certificate"), "ok", doctor.stdout);
  assert.equal(verdict("clock"), "ok", doctor.stdout);
  assert.equal(verdict("client address"), "ok", doctor.stdout);

  // All at once: with time the limit lets in more, and the machine may be busy.
  const claims = Array.from({ length: 120 }, (_, number) => ({ "x-forwarded-for": `192.0.2.${number}` }));
  const asked = claims.map((headers) => ask("/v1/nodes/demo-node", { headers }));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  assert.ok(statuses.includes(429), "the address that the visitor claims does not count");
}

/** Many bodies that never come to their end keep nobody out, once so many bytes of them are at the server. */
async function examineSlowBodies(port, attacker, visitor, haveArrived) {
  const slow = Array.from({ length: 3 * PLACES }, () => {
    const sent = request({
      ...{ host: "127.0.0.1", port, localAddress: attacker, servername: "localhost" },
      ...{ ca: readFileSync(certificate), path: "/v1/feedbacks", method: "POST" },
      headers: { host: `localhost:${port}`, "content-length": 1_000_000 },
    });
    sent.on("error", () => {});
    const written = new Promise((resolve) => sent.write(Buffer.alloc(128 * 1024, " "), resolve));
    return { sent, written };
  });
  await Promise.all(slow.map(({ written }) => written));
  for (const end = Date.now() + 60_000; !haveArrived(await bodyBytes()); await sleep(50))
    assert.ok(Date.now() < end, `the bodies do not arrive: ${await bodyBytes()} bytes`);
  for (const path of ["/v1/nodes/demo-node", "/readyz"])
    assert.equal((await exchange({ port, localAddress: visitor }, path)).status, 200);
  for (const { sent } of slow) sent.destroy();
}

async function bodyBytes() {
  const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  return Number(/^pulsen_body_bytes (\d+)/m.exec(text)[1]);
}

function exchange(address, path, { method = "GET", headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const host = { host: `localhost:${address.port}` };
    const sent = request({
      ...address,
      // Whatever else may be at this port has another certificate.
      ...{ host: "127.0.0.1", servername: "localhost", ca: readFileSync(certificate) },
      ...{ path, method, headers: { ...host, ...headers } },
    });
    sent.on("response", async (response) => {
      let text = "";
      for await (const part of response) text += part;
      resolve({ status: response.statusCode, headers: response.headers, body: text });
    });
    sent.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode, headers: response.headers, body: "" });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address();
  listener.close();
  return port;
}
