import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expectAccessible, type PulsenServer } from "pulsen-loader/e2e";
import { expect, test } from "./support/test";

const BINARY = process.env.PULSEN_BIN ?? resolve(import.meta.dirname, "../../target/debug/pulsen");

/** Imports a node that takes feedback by signed links only. Returns the function that makes such links. */
function importSignedNode(pulsen: PulsenServer, nodeId: string): (customer: object) => string {
  const folder = mkdtempSync(join(tmpdir(), "pulsen-records-"));
  const { publicKey, privateKey } = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const node = { id: nodeId, name: "Fener Coffee", flow_id: "demo-flow", use_signature_verify: true };
  mkdirSync(join(folder, "nodes"));
  writeFileSync(join(folder, "nodes/node.json"), JSON.stringify({ ...node, public_key: publicKey }));
  pulsen.import(folder);
  rmSync(folder, { recursive: true });
  return (customer) => {
    const keyFolder = mkdtempSync(join(tmpdir(), "pulsen-key-"));
    const file = join(keyFolder, "key.pem");
    writeFileSync(file, privateKey, { mode: 0o600 });
    const options = ["--key", file, "--customer", JSON.stringify(customer), "--server", pulsen.url];
    const link = execFileSync(BINARY, ["sign-link", nodeId, ...options], { encoding: "utf8" }).trim();
    rmSync(keyFolder, { recursive: true });
    return link;
  };
}

test("who comes by a signed link gives feedback as a verified customer", async ({
  page,
  flowPage,
  pulsen,
}) => {
  const sign = importSignedNode(pulsen, "invited");
  const link = new URL(sign({ external_id: "K-7" }));
  await flowPage.open(link.pathname + link.search);
  await flowPage.answerUpToSend();
  await flowPage.send().click();
  await expect(page.getByText("Your answers are with the people who make your coffee.")).toBeVisible();
  const deviceId = await flowPage.deviceId();
  const [row] = pulsen.query<{ customer: string; customer_verified: number; origin_url: string }>(
    `SELECT customer, customer_verified, origin_url FROM feedbacks WHERE device_id = '${deviceId}'`,
  );
  expect(JSON.parse(row?.customer ?? "{}").external_id).toBe("K-7");
  expect(row?.customer_verified).toBe(1);
  expect(row?.origin_url).toBe(`${pulsen.url}/feedback`);
});

test("without a valid signature there is no flow @mobile", async ({ page, pulsen }) => {
  const link = importSignedNode(pulsen, "guarded")({});
  for (const wrong of [`${pulsen.url}/feedback?node_id=guarded`, `${link}x`]) {
    await page.goto(wrong);
    await expect(page.getByRole("heading", { name: "Invalid Signature!" })).toBeVisible();
    await expect(page.locator("[data-question]")).toHaveCount(0);
  }
  await expectAccessible(page);
  if (process.env.PULSEN_SHOTS) {
    await page.screenshot({
      path: `${process.env.PULSEN_SHOTS}/signature-${page.viewportSize()?.width}.png`,
    });
  }
  await page.goto(`${pulsen.url}/feedback?node_id=guarded&lang=tr`);
  await expect(page.getByRole("heading", { name: "Geçersiz imza!" })).toBeVisible();
});
