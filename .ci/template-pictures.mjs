/** Photographs the first page of each template for the demo's start page: `make template-pictures`. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { HEADLESS_CHROMIUM } from "pulsen-loader/e2e/browser";
import { importRecords, startServer } from "pulsen-loader/e2e/server";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BINARY = process.env.PULSEN_BIN ?? join(ROOT, "target/debug/pulsen");
const TEMPLATES = join(ROOT, "examples/templates");
const PICTURES = join(ROOT, "examples/host/templates");

/** As `examples/host/templates.mjs` shows them. */
const viewport = { width: 480, height: 360 };

const data = mkdtempSync(join(tmpdir(), "pulsen-pictures-"));
const names = JSON.parse(readFileSync(join(TEMPLATES, "templates.json"), "utf8")).map(({ name }) => name);
for (const name of names) importRecords(BINARY, join(TEMPLATES, name), data);
const { child, port } = await startServer(BINARY, ["--data", data]);
const browser = await chromium.launch({ executablePath: HEADLESS_CHROMIUM });
try {
  mkdirSync(PICTURES, { recursive: true });
  for (const name of names) {
    // A visitor of its own, so that no page continues another.
    const page = await browser.newPage({ viewport, locale: "en", reducedMotion: "reduce" });
    await page.goto(`http://127.0.0.1:${port}/feedback?node_id=${name}`, { waitUntil: "networkidle" });
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    await page.close();
  }
} finally {
  await browser.close();
  child.kill();
  rmSync(data, { recursive: true });
}
