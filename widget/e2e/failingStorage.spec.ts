import type { CDPSession } from "@playwright/test";
import { claimOffline, reconnect } from "./support/network";
import { countWaiting } from "./support/outboxStorage";
import { expect, type FlowPage, type Page, test } from "./support/test";

const THANKS = "Your answers are with the people who make your coffee.";
const SAVED = "Your answers are safe on this device. We send them as soon as you are online.";
const NOT_STORED =
  "Your browser does not allow saving. Please keep this page open until your answers are sent.";
const PATIENTLY = { timeout: 30_000 };

async function answer(page: Page, flowPage: FlowPage, score: string) {
  await flowPage.open();
  await page.getByText("Just fine", { exact: true }).click();
  await flowPage.next().click();
  await page.getByRole("radio", { name: score, exact: true }).check();
  await flowPage.next().click();
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible(PATIENTLY);
}

/** Fills the storage of the page's origin until not even a hundred bytes have room. */
function fillStorage(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("filling");
      opening.onupgradeneeded = () => opening.result.createObjectStore("bytes", { autoIncrement: true });
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    function add(size: number): Promise<boolean> {
      const transaction = database.transaction("bytes", "readwrite");
      // Browsers compress what they store.
      transaction.objectStore("bytes").add(crypto.getRandomValues(new Uint8Array(size)));
      return new Promise((resolve) => {
        transaction.oncomplete = () => resolve(true);
        transaction.onabort = () => resolve(false);
      });
    }
    for (const size of [60_000, 5_000, 500, 100]) while (await add(size));
    database.close();
  });
}

const devtoolsOf = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);

test("a feedback for which the browser has no room is kept by its page, and sent after the one before", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await claimOffline(page);
  const devtools = await devtoolsOf(page);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: pulsen.url, quotaSize: 2_000_000 });
  await answer(page, flowPage, "7");
  await expect(page.getByText(SAVED)).toBeVisible();
  const deviceId = await flowPage.deviceId();
  await fillStorage(page);
  await answer(page, flowPage, "8");
  await expect(page.getByText(NOT_STORED)).toBeVisible();
  await expect(page.getByText("2 waiting to be sent")).toBeVisible();
  expect(await countWaiting(page)).toBe(1);

  await reconnect(page);
  await expect(page.getByText("2 sent", { exact: true })).toBeVisible(PATIENTLY);
  await expect(page.getByText(NOT_STORED)).toBeHidden();
  const scores = pulsen.feedbacksOf(deviceId).map(({ responses }) => responses.map(({ body }) => body));
  expect(scores.map((bodies) => bodies.find((body) => body && /^\d$/.test(body)))).toEqual(["7", "8"]);
});

function denyDatabases(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("Not now.", "UnknownError");
    };
  });
}

test("a database whose transactions the browser ends is one that stores nothing", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await page.addInitScript(() => {
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...options) {
      const transaction = begin.apply(this, options);
      queueMicrotask(() => {
        try {
          transaction.abort();
        } catch {
          // The page has done so.
        }
      });
      return transaction;
    };
  });
  await claimOffline(page);
  await answer(page, flowPage, "7");
  await expect(page.getByText(NOT_STORED)).toBeVisible();
  const deviceId = await flowPage.deviceId();
  await reconnect(page);
  await expect.poll(() => pulsen.feedbacksOf(deviceId), PATIENTLY).toMatchObject([{ status: "complete" }]);
});

test("a feedback that only local storage ever takes outlives every page, until it has arrived", async ({
  page,
  flowPage,
  pulsen,
}) => {
  const hasLeft = (page: Page) => page.evaluate(() => localStorage.getItem("FLOW/left") !== null);
  await denyDatabases(page);
  await claimOffline(page);
  await answer(page, flowPage, "7");
  await expect(page.getByText("1 waiting to be sent")).toBeVisible();
  const deviceId = await flowPage.deviceId();
  const address = `${pulsen.url}/feedback?node_id=demo-node`;
  const second = await page.context().newPage();
  await page.close();
  await denyDatabases(second);
  await claimOffline(second);
  await second.goto(address);
  await expect(second.getByText("1 waiting to be sent")).toBeVisible();
  const third = await page.context().newPage();
  await second.close();
  await denyDatabases(third);
  await third.goto(address);
  await expect.poll(() => pulsen.feedbacksOf(deviceId), PATIENTLY).toMatchObject([{ status: "complete" }]);
  await expect.poll(() => hasLeft(third)).toBe(false);
});

test("a feedback that only local storage has taken outlives its page", async ({ page, flowPage, pulsen }) => {
  await denyDatabases(page);
  await claimOffline(page);
  await answer(page, flowPage, "7");
  await expect(page.getByText(NOT_STORED)).toBeVisible();
  const deviceId = await flowPage.deviceId();
  const next = await page.context().newPage();
  await page.close();
  await next.goto(`${pulsen.url}/feedback?node_id=demo-node`);
  await expect.poll(() => pulsen.feedbacksOf(deviceId), PATIENTLY).toMatchObject([{ status: "complete" }]);
});

test("a feedback that was stored before the storage was full is sent, and not stored any more", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await claimOffline(page);
  await answer(page, flowPage, "7");
  await expect(page.getByText("1 waiting to be sent")).toBeVisible();
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("No.", "QuotaExceededError");
    };
  });
  await reconnect(page);
  await expect(page.getByText("1 sent", { exact: true })).toBeVisible(PATIENTLY);
  await expect.poll(() => countWaiting(page)).toBe(0);
  await expect(page.getByText(NOT_STORED)).toBeHidden();
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toHaveLength(1);
});

test("a feedback that waits in a page is sent although the browser has cleared its storage", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await claimOffline(page);
  await answer(page, flowPage, "7");
  await expect(page.getByText("1 waiting to be sent")).toBeVisible();
  const deviceId = await flowPage.deviceId();
  const devtools = await devtoolsOf(page);
  await devtools.send("Storage.clearDataForOrigin", { origin: pulsen.url, storageTypes: "all" });
  await reconnect(page);
  await expect(page.getByText("1 sent", { exact: true })).toBeVisible(PATIENTLY);
  expect(pulsen.feedbacksOf(deviceId)).toMatchObject([{ status: "complete" }]);
});

test("a run whose storage is cleared in its middle is answered to the end and sent", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await flowPage.open();
  await page.getByText("Just fine", { exact: true }).click();
  const deviceId = await flowPage.deviceId();
  const devtools = await devtoolsOf(page);
  await devtools.send("Storage.clearDataForOrigin", { origin: pulsen.url, storageTypes: "all" });
  await flowPage.next().click();
  await page.getByRole("radio", { name: "9", exact: true }).check();
  await flowPage.next().click();
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect.poll(() => pulsen.feedbacksOf(deviceId), PATIENTLY).toMatchObject([{ status: "complete" }]);
  expect(await flowPage.deviceId()).toBe(deviceId);
});

for (const [how, script] of Object.entries({
  "fails, as in some private windows": () => {
    IDBFactory.prototype.open = () => {
      const request = new EventTarget() as IDBOpenDBRequest;
      Object.defineProperty(request, "error", { value: new DOMException("Not here.", "InvalidStateError") });
      Object.setPrototypeOf(request, IDBOpenDBRequest.prototype);
      setTimeout(() => request.dispatchEvent(new Event("error")));
      return request;
    };
  },
  "never ends, as in some versions of Safari": () => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name) {
      const request = open.call(this, name);
      request.addEventListener = () => {};
      return request;
    };
  },
})) {
  test(`a feedback is sent where the opening of the database ${how}`, async ({ page, flowPage, pulsen }) => {
    await page.addInitScript(script);
    await flowPage.open();
    await flowPage.answerUpToSend();
    await flowPage.send().click();
    await expect(page.getByText(THANKS)).toBeVisible();
    const deviceId = await flowPage.deviceId();
    await expect.poll(() => pulsen.feedbacksOf(deviceId), PATIENTLY).toMatchObject([{ status: "complete" }]);
  });
}
