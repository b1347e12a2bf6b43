import { expectAccessible, PulsenServer, waitForAnimations } from "pulsen-loader/e2e";
import { en as chatTexts } from "../src/chat/texts/en";
import { en } from "../src/texts/catalogs/en";
import arabic from "../src/texts/languages/ar.json" with { type: "json" };
import english from "../src/texts/languages/en.json" with { type: "json" };
import { importPages } from "./support/pageRecords";
import { expect, type Page, test } from "./support/test";

test.beforeAll(({ pulsen }) => importPages(pulsen));

/** A page that a visitor may meet besides questions. */
interface PageCase {
  name: string;
  /** Its address, which takes a language. */
  path: string;
  /** What leads from the address to the page. */
  reach?: (page: Page, texts: typeof TEXTS.en) => Promise<void>;
  title: Text;
  heading: Text;
  /** The name of the link or button that leads on; none where the page is the end of the way. */
  wayOn?: Text;
  /** What else is on the page. */
  expects?: (page: Page) => Promise<void>;
}

type Language = "en" | "ar";
type Text = Record<Language, string>;

/** Returns a text of the interface. */
function text(key: keyof typeof en & keyof typeof arabic.page): Text {
  return { en: en[key] as string, ar: arabic.page[key] as string };
}

const TEXTS = {
  en: {
    good: "Just fine",
    send: "Send",
    unsubscribe: text("unsubscribe").en,
    tryAgain: text("try_again").en,
  },
  ar: {
    good: "جيدة جدًا",
    send: "إرسال",
    unsubscribe: text("unsubscribe").ar,
    tryAgain: text("try_again").ar,
  },
};

const HOME: Text = { en: english.server.home, ar: arabic.server.home };
const SEND: Text = { en: TEXTS.en.send, ar: TEXTS.ar.send };
const VISIT: Text = { en: "Your visit", ar: "زيارتك" };
const OVER: Text = { en: "Our survey of 2020 is over.", ar: "انتهى استطلاعنا لعام 2020." };
const NODE_NAME: Text = { en: "Fener Coffee", ar: "Fener Coffee" };

const LOAD_ERROR: Text = { en: chatTexts.load_error, ar: arabic.chat.load_error };

const CASES: PageCase[] = [
  {
    name: "default-thank-you",
    path: "/feedback?node_id=pages-default",
    reach: answer,
    title: NODE_NAME,
    heading: text("thank_you"),
    async expects(page) {
      await expect(page.locator(".powered-by--large")).toBeVisible();
    },
  },
  {
    name: "custom-thank-you",
    path: "/feedback?node_id=pages-custom",
    reach: answer,
    title: { en: "Thanks from Fener Coffee", ar: "شكرًا من مقهى فنار" },
    heading: NODE_NAME,
    wayOn: { en: "To the shop", ar: "إلى المتجر" },
    async expects(page) {
      const label = page.getByRole("main").locator(".label").first();
      await expect(label).toHaveCSS("font-style", "italic");
      await expect(label).toHaveCSS("text-transform", "uppercase");
      await expect(page.locator("body")).toHaveCSS("font-family", "serif");
      await expect(page.locator('link[rel="icon"]').last()).toHaveAttribute("href", "/brand/favicon.svg");
    },
  },
  {
    name: "not-found",
    path: "/feedback?node_id=nobody",
    title: text("not_found"),
    heading: text("not_found"),
    wayOn: HOME,
  },
  {
    name: "wrong-address",
    path: "/chat?",
    title: text("wrong_url"),
    heading: text("wrong_url"),
    wayOn: HOME,
  },
  {
    name: "chat-of-another-link",
    path: "/chat?feedback_id=nobody&token=expired",
    title: LOAD_ERROR,
    heading: LOAD_ERROR,
    wayOn: HOME,
    expects: (page) => expect(page.locator(".status-note")).toBeVisible(),
  },
  {
    name: "unknown-widget",
    path: "/widget?code=PSN-NOBODY1",
    title: text("not_found"),
    heading: text("not_found"),
    wayOn: HOME,
  },
  {
    name: "invalid-signature",
    path: "/feedback?node_id=pages-signed",
    title: text("invalid_signature"),
    heading: text("invalid_signature"),
    wayOn: HOME,
    expects: (page) => expect(page.locator(".status-note")).toBeVisible(),
  },
  {
    name: "not-open-yet",
    path: "/feedback?node_id=pages-future",
    title: text("not_open_yet"),
    heading: text("not_open_yet"),
    wayOn: HOME,
    expects: (page) => expect(page.locator(".status-note")).toContainText(/2999|٢٩٩٩/),
  },
  {
    name: "expired",
    path: "/feedback?node_id=pages-past",
    title: OVER,
    heading: OVER,
    wayOn: HOME,
  },
  {
    name: "closed",
    path: "/feedback?node_id=pages-inactive",
    title: text("not_accepting"),
    heading: text("not_accepting"),
    wayOn: HOME,
  },
  {
    name: "quota-used-up",
    path: "/feedback?node_id=pages-quota",
    reach: useUpQuota,
    title: text("quota_used_up"),
    heading: text("quota_used_up"),
    wayOn: HOME,
  },
  {
    name: "already-given",
    path: "/feedback?node_id=pages-once",
    reach: answerOnce,
    title: text("prevent_multiple_feedback"),
    heading: text("prevent_multiple_feedback"),
    wayOn: HOME,
  },
  {
    name: "outside-hours",
    path: "/feedback?node_id=pages-night",
    reach: answer,
    title: NODE_NAME,
    heading: text("thank_you"),
  },
  {
    name: "unsubscribed",
    path: "/feedback?node_id=pages-invites&sdi=1&sci=2",
    reach: unsubscribe,
    title: VISIT,
    heading: NODE_NAME,
    wayOn: SEND,
    expects: (page) => expect(page.locator(".unsubscribe__done")).toBeVisible(),
  },
  {
    name: "preview",
    path: "/web_flow_preview?flow_id=pages-default",
    title: VISIT,
    heading: { en: "", ar: "" },
    wayOn: SEND,
  },
  {
    name: "export-preview",
    path: "/flow_preview?flow_id=pages-default",
    title: VISIT,
    heading: { en: "", ar: "" },
    wayOn: SEND,
    async expects(page) {
      await expect(page.getByRole("banner").getByRole("button")).toBeVisible();
      await expect(page.getByRole("contentinfo").getByText("Pulsen")).toBeVisible();
      await expect(page.getByRole("contentinfo").getByRole("button")).toBeVisible();
      expect((await page.locator("#app").boundingBox())?.width).toBe(355);
    },
  },
  {
    name: "script-that-fails",
    path: "/feedback?node_id=pages-default",
    reach: (page, texts) => failToLoad(page, texts, "**/assets/render-*.js"),
    title: text("system_error"),
    heading: text("system_error"),
    wayOn: text("try_again"),
  },
  {
    name: "scripts-that-do-not-come",
    path: "/feedback?node_id=pages-default",
    reach: (page, texts) => failToLoad(page, texts, "**/assets/*.js"),
    title: { en: "Pulsen", ar: "Pulsen" },
    heading: { en: "", ar: "" },
    wayOn: text("try_again"),
    expects: (page) => expect(page.locator("#failure")).toBeVisible(),
  },
];

for (const { name, path, reach, title, heading, wayOn, expects } of CASES) {
  test(`the page "${name}" is whole in both themes and directions @pages`, async ({ page, pulsen }) => {
    await serveBrand(page);
    for (const language of ["en", "ar"] as const) {
      await page.goto(`${pulsen.url}${path}&lang=${language}`);
      await reach?.(page, TEXTS[language]);
      await expect(page).toHaveTitle(title[language]);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
      if (heading[language])
        await expect(page.getByRole("heading", { name: heading[language] })).toBeVisible();
      if (wayOn) await expect(way(page, wayOn[language])).toBeVisible();
      await expects?.(page);
      await lookAt(page, name, language);
    }
  });
}

test("an error of the server is a page in both themes and directions", async ({ page }) => {
  const broken = await PulsenServer.start({ siteUrl: "https://site.example" });
  try {
    broken.execute("DROP TABLE nodes");
    for (const language of ["en", "ar"] as const) {
      const answer = await page.goto(`${broken.url}/feedback?node_id=gone&lang=${language}`);
      expect(answer?.status()).toBeGreaterThanOrEqual(500);
      await expect(page.getByRole("heading")).toHaveText(text("system_error")[language]);
      await expect(page).toHaveTitle(text("system_error")[language]);
      await expect(way(page, text("try_again")[language])).toBeVisible();
      await expect(way(page, HOME[language])).toBeVisible();
      await lookAt(page, "server-error", language);
    }
  } finally {
    await broken.stop();
  }
});

test("a page of no node is blank, with a title", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback`);
  await expect(page).toHaveTitle("Pulsen");
  await expect(page.locator("body")).toBeEmpty();
});

test("a page says without scripts what it needs", async ({ browser, pulsen }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const language of ["en", "ar"] as const) {
    await page.goto(`${pulsen.url}/feedback?node_id=pages-default&lang=${language}`);
    const { no_script: needsScripts } = (language === "en" ? english : arabic).server;
    await expect(page.locator("noscript .page-failure")).toHaveText(needsScripts);
    await shoot(page, `no-script-${language}`);
  }
  await context.close();
});

/**
 * Looks at the page at both widths, in light and in dark. Of language, width and colors, axe sees each pair: half of the eight
 * combinations.
 */
async function lookAt(page: Page, name: string, language: "en" | "ar") {
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: width === 375 ? 740 : 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // Nothing is cut off, and the page does not scroll sideways.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const isPair = (width === 1280) === (colorScheme === "light");
      if (isPair === (language === "en")) await expectAccessible(page);
      await shoot(page, `${name}-${language}-${width}-${colorScheme}`);
    }
  }
}

async function shoot(page: Page, name: string) {
  const folder = process.env.PULSEN_SHOTS;
  if (!folder) return;
  await waitForAnimations(page);
  await page.screenshot({ path: `${folder}/page-${name}.png`, fullPage: true });
}

function way(page: Page, name: string) {
  return page.getByRole("link", { name }).or(page.getByRole("button", { name })).first();
}

async function answer(page: Page, { good, send }: typeof TEXTS.en) {
  await page.getByText(good, { exact: true }).click();
  await page.getByRole("button", { name: send, exact: true }).click();
  await page.locator(".thanks").waitFor();
}

/** The first visitor gives the feedback that the quota allows. */
async function useUpQuota(page: Page, texts: typeof TEXTS.en) {
  if (await page.locator(".message-page").or(page.getByText(texts.good)).first().evaluate(isAnOption)) {
    await answer(page, texts);
  }
  await page.reload();
}

async function answerOnce(page: Page, texts: typeof TEXTS.en) {
  if (await page.locator(".message-page").or(page.getByText(texts.good)).first().evaluate(isAnOption)) {
    await answer(page, texts);
  }
  await page.reload();
}

function isAnOption(element: Element): boolean {
  return element.closest(".option") !== null;
}

async function unsubscribe(page: Page, { unsubscribe: name }: typeof TEXTS.en) {
  await page.getByRole("contentinfo").getByRole("button", { name }).first().click();
  await page.getByRole("dialog").getByRole("button", { name }).click();
  await page.locator(".unsubscribe__done").waitFor();
}

async function failToLoad(page: Page, { tryAgain }: typeof TEXTS.en, files: string) {
  await page.route(files, (route) => route.abort());
  await page.reload();
  await way(page, tryAgain).waitFor();
  await page.unroute(files);
}

/** What the operator's records name. */
async function serveBrand(page: Page) {
  const logo =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32" width="120" height="32"><rect width="120" height="32" rx="8" fill="#0F766E"/></svg>';
  const files: Record<string, [type: string, body: string]> = {
    "/brand/logo.svg": ["image/svg+xml", logo],
    "/brand/favicon.svg": ["image/svg+xml", logo],
    "/brand/node.css": ["text/css", "body { font-family: serif }"],
    "/brand/state.css": ["text/css", ".label { text-transform: uppercase }"],
  };
  await page.route("**/brand/*", (route) => {
    const [contentType, body] = files[new URL(route.request().url()).pathname] ?? ["text/plain", ""];
    return route.fulfill({ contentType, body });
  });
}
