/** Photographs the console with the demo's data, for README.md and docs/console.md: `make console-pictures`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { HEADLESS_CHROMIUM } from "pulsen-loader/e2e/browser";
import { importRecords, startServer } from "pulsen-loader/e2e/server";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BINARY = process.env.PULSEN_BIN ?? join(ROOT, "target/debug/pulsen");
const PICTURES = join(ROOT, "docs/images");

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 375, height: 812 };

const data = mkdtempSync(join(tmpdir(), "pulsen-pictures-"));
importRecords(BINARY, join(ROOT, "examples"), data);
const templates = join(ROOT, "examples/templates");
for (const { name } of JSON.parse(readFileSync(join(templates, "templates.json"), "utf8")))
  importRecords(BINARY, join(templates, name), data);
const past = execFileSync("node", [join(ROOT, "examples/demo/story.mjs")], { maxBuffer: 2 ** 26 });
execFileSync(BINARY, ["fill-demo", "--data", data], { input: past, stdio: ["pipe", "ignore", "inherit"] });
const { child, port } = await startServer(BINARY, ["--data", data]);
const url = `http://127.0.0.1:${port}`;
const browser = await chromium.launch({ executablePath: HEADLESS_CHROMIUM });
try {
  const session = await signIn(personLink());
  const chat = await firstChat(session);
  await photograph(session, DESK, {
    inbox: `/staff/inbox/${chat}?view=all`,
    feedback: "/staff/feedback",
    results: "/staff/results/demo-flow",
    channels: "/staff/channels",
    settings: "/staff/settings/people",
  });
  await photograph(session, PHONE, { "inbox-phone": "/staff/inbox?view=all" });
  await photograph(session, DESK, { "inbox-dark": `/staff/inbox/${chat}?view=all` }, "dark");
} finally {
  await browser.close();
  child.kill();
  rmSync(data, { recursive: true });
}

/** Adds an owner; returns the one-time link for their password. */
function personLink() {
  const add = [
    "user",
    "add",
    "ann@demo.example",
    "--name",
    "Ann",
    "--role",
    "owner",
    "--server",
    url,
    "--data",
    data,
  ];
  return execFileSync(BINARY, add, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}

/** Returns the id of a chat with many messages that is not over. */
async function firstChat(storageState) {
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  await page.goto(`${url}/staff/inbox?view=all`);
  await page.locator('a[href*="/inbox/"]').first().waitFor();
  const href = await page.locator('a[href*="/inbox/"]', { hasText: "Tom Becker" }).getAttribute("href");
  await context.close();
  return /inbox\/(\w+)/.exec(href)[1];
}

/** Chooses a password by a one-time link; returns the cookies of the session. */
async function signIn(link) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("New password").fill("tea with two lemons");
  await page.getByRole("button", { name: /account|password/i }).click();
  await page.waitForURL(/\/staff\/inbox/);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function photograph(storageState, viewport, pages, colorScheme = "light") {
  const context = await browser.newContext({
    storageState,
    viewport,
    colorScheme,
    locale: "en",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(url + path, { waitUntil: "networkidle" });
    await page.screenshot({ path: join(PICTURES, `console-${name}.png`) });
  }
  await context.close();
}
