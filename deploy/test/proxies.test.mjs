// The examples for nginx and Caddy, with the real programs before a real server.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  const options = ["--data", join(folder, "data"), "--trusted-proxies", "127.0.0.1,::1"];
  server = await startServer(BINARY, [...options, "--rate-limit", "address=40"], {
    env: { PULSEN_LOG: "off" },
  });
  running.push(server.child);
});

after(async () => {
  for (const child of running.reverse()) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

test("nginx", { skip: !exists("nginx") }, async () => {
  const port = await freePort();
  const example = readFileSync(join(ROOT, "deploy/nginx.conf"), "utf8")
    .replace("127.0.0.1:8080", `127.0.0.1:${server.port}`)
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
    `${user}daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;\nevents {}\nhttp { access_log off;\n${paths}\n${example} }`,
  );
  running.push(spawn("nginx", ["-c", configuration, "-e", join(folder, "nginx.log")], { stdio: "ignore" }));
  await examine(port, "127.0.0.2");
});

test("Caddy", { skip: !exists("caddy") }, async () => {
  const port = await freePort();
  const example = readFileSync(join(ROOT, "deploy/Caddyfile"), "utf8")
    .replace("127.0.0.1:8080", `127.0.0.1:${server.port}`)
    .replace("feedback.example.com {", `https://localhost:${port} {\n\ttls ${certificate} ${key}`);
  const configuration = join(folder, "Caddyfile");
  writeFileSync(configuration, `{\n\tadmin off\n\tauto_https off\n}\n${example}`);
  const settings = { stdio: "ignore", env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder } };
  running.push(spawn("caddy", ["run", "--config", configuration, "--adapter", "caddyfile"], settings));
  await examine(port, "127.0.0.3");
});

/** Asks as a visitor at another address than the proxy's. */
async function examine(port, visitor) {
  const ask = (path, options) => exchange({ port, localAddress: visitor }, path, options);
  await until(async () => (await ask("/readyz")).status === 200);
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

  let refused = false;
  for (let number = 0; number < 60 && !refused; number++) {
    const headers = { "x-forwarded-for": `192.0.2.${number}` };
    refused = (await ask("/v1/nodes/demo-node", { headers })).status === 429;
  }
  assert.ok(refused, "the address that the visitor claims does not count");
}

function exchange(address, path, { method = "GET", headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const host = { host: `localhost:${address.port}` };
    const sent = request({
      ...address,
      ...{ host: "127.0.0.1", servername: "localhost", rejectUnauthorized: false },
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

async function until(isSo) {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await isSo().catch(() => false)) return;
    await sleep(50);
  }
  throw new Error("The proxy does not answer.");
}

async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address();
  listener.close();
  return port;
}

function exists(program) {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}
