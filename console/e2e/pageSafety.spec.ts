import { chromium, HostSite } from "pulsen-loader/e2e";
import { CHAT_RECORDS, Visitor } from "./support/inbox";
import { talk } from "./support/inboxPage";
import { areas, expect, openAccount, PASSWORD, type Page, signIn, test } from "./support/test";

// With the cache of pages for “back”, which the browser without windows does not have.
test.use(chromium());

test.beforeEach(({ pulsen }) => pulsen.import(CHAT_RECORDS));

/**
 * To browsers the first is the same site as the server, so that they send its cookies, which the server refuses; the second is another
 * site, for which they send none.
 */
const STRANGERS = [
  { whose: "of another port", address: "127.0.0.1", refusal: 403 },
  { whose: "of another site", address: "127.0.0.2", refusal: 401 },
];

/** Pages of a stranger, in the browser of somebody who is signed in. */
async function withStranger(address: string, act: (site: HostSite) => Promise<void>) {
  const site = await HostSite.start(address);
  try {
    await act(site);
  } finally {
    await site.stop();
  }
}

for (const { whose, address, refusal } of STRANGERS) {
  test(`no page ${whose} frames the console`, async ({ context, pulsen, arrive }) => {
    await arrive("Ayla");
    await withStranger(address, async (site) => {
      const page = await context.newPage();
      const frames = ["/staff", "/staff/inbox", "/staff/sign-in"].map(
        (path) => `<iframe src="${pulsen.url}${path}"></iframe>`,
      );
      await page.goto(site.add({ body: frames.join("") }));
      // The browser puts a page of its own in the place of each.
      await expect
        .poll(() =>
          page
            .frames()
            .slice(1)
            .map((frame) => frame.url()),
        )
        .toEqual(Array(3).fill("chrome-error://chromewebdata/"));
    });
  });

  test(`a page ${whose} reads and changes nothing with the session`, async ({
    page,
    context,
    pulsen,
    arrive,
  }) => {
    const visitor = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.");
    await arrive("Berk");
    await withStranger(address, async (site) => {
      const stranger = await context.newPage();
      const home = site.add({});
      await stranger.goto(home);
      const staff = `${pulsen.url}/v1/staff`;
      expect(await stranger.evaluate(attack, { staff, chat: visitor.id })).toEqual([]);
      expect(await stranger.evaluate(followInbox, pulsen.url)).not.toContain("Zeynep");
      for (const path of [`chats/${visitor.id}/messages`, `chats/${visitor.id}/close`, "me/confirmation"]) {
        const tab = await context.newPage();
        await tab.goto(home);
        const answered = tab.waitForResponse(`${staff}/${path}`);
        await tab.evaluate(postForm, `${staff}/${path}`);
        expect((await answered).status(), path).toBe(refusal);
        await tab.close();
      }
    });
    expect(await visitor.reads()).toEqual(["customer: The lamp flickers."]);
    expect(pulsen.query(`SELECT status FROM chats WHERE feedback_id = '${visitor.id}'`)).toEqual([
      { status: "open" },
    ]);
    expect(pulsen.query("SELECT id FROM canned_replies WHERE id = 'owned'")).toEqual([]);
    // Nobody was signed out either.
    await page.goto(`${pulsen.url}/staff/me`);
    await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  });
}

/** Tries what a page of somebody else can. Returns what of it had an effect that the page sees. */
async function attack({ staff, chat }: { staff: string; chat: string }): Promise<string[]> {
  const seen: string[] = [];
  const ways: RequestInit[] = [{}, { mode: "no-cors" }];
  const calls: [method: string, path: string, body?: string][] = [
    ["GET", "session"],
    ["GET", `chats/${chat}`],
    ["GET", "feedbacks/export?format=ndjson"],
    ["POST", `chats/${chat}/messages`, '{"body":"Owned"}'],
    ["POST", `chats/${chat}/close`, "{}"],
    ["PUT", "canned_replies/owned", '{"title":"Owned","body":"Owned"}'],
    ["DELETE", "session"],
    ["DELETE", "me/sessions"],
  ];
  for (const [method, path, body] of calls)
    for (const way of ways)
      for (const type of ["application/json", "text/plain"]) {
        const request = {
          method,
          credentials: "include",
          headers: { "content-type": type },
          ...way,
        } as const;
        const answer = await fetch(`${staff}/${path}`, {
          ...request,
          ...(body !== undefined && { body }),
        }).catch(() => null);
        if (answer && (answer.type !== "opaque" || answer.status !== 0))
          seen.push(`${method} ${path}: ${answer.status}`);
      }
  return seen;
}

/** Opens a socket with the cookie, as the console does, and returns what comes until it is answered or ends. */
function followInbox(url: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
    let received = "";
    socket.onmessage = ({ data }) => {
      received += data;
      if (data.startsWith("0")) socket.send("40");
      if (data.startsWith("40")) socket.send('420["subscribe",{"room":"staff","feedbacks":true}]');
      if (data.startsWith("430")) socket.close();
    };
    socket.onclose = () => resolve(received);
  });
}

/** Sends a form, which any page may do to any address. */
function postForm(action: string) {
  const form = document.createElement("form");
  Object.assign(form, { action, method: "post", enctype: "text/plain" });
  const field = document.createElement("input");
  // Together with the sign between name and value it is JSON.
  Object.assign(field, { name: '{"body":"Owned', value: '"}' });
  form.append(field);
  document.body.append(form);
  form.submit();
}

test("a cookie that somebody has put into the browser before is no session afterwards", async ({
  page,
  context,
  browser,
  pulsen,
  arrive,
}) => {
  const person = await arrive("Cem");
  const mallory = await browser.newPage();
  await arrive("Mallory", mallory);
  await openAccount(mallory, pulsen);
  const planted = await sessionId(mallory);
  for (const value of [planted, "chosen-by-somebody-else"]) {
    await context.clearCookies();
    await page.goto(`${pulsen.url}/staff/sign-in`);
    await expect(page.getByLabel("Email")).toBeVisible();
    await context.addCookies([{ name: "pulsen_staff", value, url: pulsen.url }]);
    await signIn(page, person);
    await expect(areas(page)).toBeVisible();
    await page.goto(`${pulsen.url}/staff/me`);
    await expect(page.getByLabel("Name")).toHaveValue("Cem");
    expect(await sessionId(page)).not.toBe(value);
  }
  // Who had planted their own session is signed in no longer.
  await mallory.reload();
  await expect(mallory).toHaveURL(/sign-in/);
  await mallory.close();
});

test("signing out ends the session in every tab, and “back” shows nothing", async ({
  page,
  context,
  pulsen,
  arrive,
}) => {
  const visitor = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.");
  await arrive("Deniz");
  const id = await sessionId(page);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${pulsen.url}/staff/inbox/${visitor.id}?view=all`);
    await expect(talk(tab)).toContainText("The lamp flickers.");
  }
  await page.getByRole("button", { name: "Sign out" }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/staff\/sign-in/);
    await expect(tab.getByLabel("Password")).toBeVisible();
    await expect(tab.getByText("The lamp flickers.")).toHaveCount(0);
  }
  await page.goBack();
  await expect(page.getByLabel("Password")).toBeVisible();
  await expect(page.getByText("The lamp flickers.")).toHaveCount(0);
  await expect(page.getByText("Zeynep")).toHaveCount(0);
  // The id is worth nothing from now on.
  await context.addCookies([{ name: "pulsen_staff", value: id, url: pulsen.url }]);
  await page.reload();
  await expect(page.getByLabel("Password")).toBeVisible();
});

test("no secret is in an address, in the storage, or within the reach of a script", async ({
  page,
  pulsen,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  const link = pulsen.personLink("add", "eva@shop.example", "--name", "Eva", "--role", "owner");
  await page.goto(link);
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(areas(page)).toBeVisible();

  await page.goto(`${pulsen.url}/staff/settings/tokens`);
  await page.getByRole("button", { name: "Create a token" }).click();
  const form = page.getByRole("dialog", { name: "Create a token" });
  await form.getByLabel("Name").fill("Robot");
  await form.getByRole("button", { name: "Create a token" }).click();
  const token = await page.getByRole("dialog").getByLabel("Token").innerText();
  await page.getByRole("button", { name: "I have kept it" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.goto(`${pulsen.url}/staff/me`);
  await page.getByRole("button", { name: "Set up" }).click();
  const uri = (await page.locator("a[href^='otpauth:']").getAttribute("href")) ?? "";
  await page.goto(`${pulsen.url}/staff/inbox`);
  await expect(areas(page)).toBeVisible();

  const secrets = [
    new URL(link).hash.slice(1),
    PASSWORD,
    token,
    new URL(uri).searchParams.get("secret") ?? "",
    await sessionId(page),
  ];
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(15);
  const kept = await page.evaluate(reachable);
  // The browser itself sends the session's id, and nobody else.
  const sent = requests.join("\n");
  for (const secret of secrets) {
    expect(kept).not.toContain(secret);
    expect(sent).not.toContain(secret);
  }
});

/** The id of the session, which only the browser has. */
async function sessionId(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === "pulsen_staff")?.value ?? "";
}

/** Returns all that a script of the page could read. */
async function reachable(): Promise<string> {
  const databases = await Promise.all(
    (await indexedDB.databases()).map(
      ({ name = "" }) =>
        new Promise((resolve) => {
          indexedDB.open(name).onsuccess = ({ target }) => {
            const database = (target as IDBOpenDBRequest).result;
            const stores = [...database.objectStoreNames];
            if (stores.length === 0) return resolve(null);
            const transaction = database.transaction(stores);
            const all = stores.map((store) => transaction.objectStore(store).getAll());
            transaction.oncomplete = () => resolve(all.map(({ result }) => result));
          };
        }),
    ),
  );
  const addresses = performance.getEntries().map(({ name }) => name);
  return JSON.stringify([
    document.cookie,
    location.href,
    history.state,
    document.referrer,
    addresses,
    { ...localStorage },
    { ...sessionStorage },
    await caches.keys(),
    databases,
  ]);
}
