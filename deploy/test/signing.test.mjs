// A server accepts what the code of docs/signing.md signs.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BINARY = process.env.PULSEN_BIN ?? join(ROOT, "target/debug/pulsen");
const SECRET = "0123456789abcdef0123456789abcdef";
const folder = mkdtempSync(join(tmpdir(), "pulsen-signing-"));
const here = process.cwd();

let server;
let address;
let code;

before(async () => {
  // The code of the page reads its key from the current folder.
  process.chdir(folder);
  execFileSync("openssl", ["genpkey", "-algorithm", "ed25519", "-out", "links.pem"]);
  const publicKey = execFileSync("openssl", ["pkey", "-in", "links.pem", "-pubout"], { encoding: "utf8" });
  for (const kind of ["flows", "nodes", "widgets"]) mkdirSync(join("records", kind), { recursive: true });
  const write = (path, record) => writeFileSync(join("records", path), JSON.stringify(record));
  const page = { id: "start", elements: [{ id: "e1", type: "label", body: "Hello" }] };
  write("flows/visit.json", { id: "visit", states: [page], transitions: [] });
  write("nodes/shop.json", {
    id: "shop",
    flow_id: "visit",
    use_signature_verify: true,
    public_key: publicKey,
  });
  write("nodes/open.json", { id: "open", flow_id: "visit" });
  write("widgets/PSN-MYSHOP1.json", {
    code: "PSN-MYSHOP1",
    node_id: "open",
    secret: SECRET,
    secure_mode: true,
  });
  execFileSync(BINARY, ["import", "records", "--data", "data"]);
  server = spawn(BINARY, ["serve", "--data", "data", "--listen", "127.0.0.1:0"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await once(createInterface({ input: server.stdout }), "line");
  address = line.replace("listening on ", "");
  const example = /```js\n([\s\S]+?)```/.exec(readFileSync(join(ROOT, "docs/signing.md"), "utf8"))[1];
  writeFileSync("example.mjs", example);
  code = await import(pathToFileURL(join(folder, "example.mjs")));
});

after(async () => {
  process.chdir(here);
  server.kill();
  await once(server, "exit");
  rmSync(folder, { recursive: true, force: true });
});

test("a signed link is valid", async () => {
  const link = new URL(code.signedLink(address, "shop", { email: "ann@example.com" }));
  const node = await (await fetch(`${address}/v1/nodes/shop${link.search}`)).json();
  assert.equal(node.signature_valid, true);
  const other = await (await fetch(`${address}/v1/nodes/shop?signature=${"x".repeat(40)}`)).json();
  assert.equal(other.signature_valid, false);
});

test("signed attributes are proven", async () => {
  const visit = async (attributes_jws) => {
    const response = await fetch(`${address}/v2/web_widgets/open/customers/visit`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ device_id: "a-device", widget_code: "PSN-MYSHOP1", attributes_jws }),
    });
    return [response.status, await response.json()];
  };
  const customer = { external_id: "42", email: "ann@example.com" };
  const [status, known] = await visit(
    code.signedAttributes("PSN-MYSHOP1", SECRET, customer, { plan: "gold" }),
  );
  assert.equal(status, 200);
  assert.equal(known.external_id, "42");
  const [refused] = await visit(code.signedAttributes("PSN-MYSHOP1", "another secret", customer, {}));
  assert.equal(refused, 422);
});
