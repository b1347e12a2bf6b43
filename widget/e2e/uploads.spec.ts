import { join } from "node:path";
import type { Page } from "@playwright/test";
import { disguised, pdf, png, stopClock } from "pulsen-loader/e2e";
import { test as base, expect } from "./support/test";
import { UploadPage } from "./support/uploadPage";

const test = base.extend<{ claim: UploadPage }>({
  claim: async ({ page, pulsen }, use) => {
    await use(new UploadPage(page, pulsen));
  },
});

const WAIT = "Please wait until your files are uploaded.";
const TRY_AGAIN = "A file could not be uploaded. Please try again, or remove it.";

test.beforeAll(({ pulsen }) => pulsen.import(join(import.meta.dirname, "records")));

test("files are uploaded from the picker, and stored with the feedback @mobile", { tag: "@4.1.3" }, async ({
  page,
  claim,
  pulsen,
}) => {
  await claim.open();
  await claim.expectAccessible();
  await claim.choose("q-photos", png("front.png", [640, 480]), pdf("letter.pdf"));
  await expect(claim.uploaded("front.png")).toBeVisible();
  await expect(claim.uploaded("letter.pdf")).toBeVisible();
  await expect(claim.row("front.png").locator("img")).toHaveJSProperty("naturalWidth", 640);
  await claim.expectAccessible();

  await claim.next().click();
  await claim.question("q-receipt").waitFor();
  await claim.send().click();
  await expect(page.getByText("Please add a file.")).toBeVisible();
  await claim.choose("q-receipt", pdf("receipt.pdf"));
  await expect(claim.uploaded("receipt.pdf")).toBeVisible();
  await expect(page.getByText("Please add a file.")).toHaveCount(0);
  await claim.expectAccessible();
  await claim.send().click();
  await expect(claim.thanks()).toBeVisible();

  const [stored] = pulsen.feedbacksOf(await claim.deviceId());
  const token = pulsen.staffToken("Ayşe");
  const headers = { Authorization: `Bearer ${token}` };
  const list = await (await page.request.get(`${pulsen.url}/v1/staff/feedbacks`, { headers })).json();
  const feedback = list.items.find(({ id }: { id: string }) => id === stored?.id);
  const files = feedback.responses.map(
    ({ question_id, file }: { question_id: string; file: { name: string; type: string } }) => [
      question_id,
      file.name,
      file.type,
    ],
  );
  expect(files.sort()).toEqual([
    ["q-photos", "front.png", "image/png"],
    ["q-photos", "letter.pdf", "application/pdf"],
    ["q-receipt", "receipt.pdf", "application/pdf"],
  ]);
  const photo = feedback.responses.find(({ file }: { file: { name: string } }) => file.name === "front.png");
  const content = await page.request.get(new URL(photo.file.url, pulsen.url).href, { headers });
  expect(content.headers()["content-type"]).toBe("image/png");
});

test("files are dropped and pasted, the latter where the focus is", async ({ page, claim }) => {
  await claim.open();
  await claim.give("drop", '[data-question="q-photos"] .uploads', png("dropped.png"));
  await expect(claim.uploaded("dropped.png")).toBeVisible();
  await claim.give("paste", "body", png("pasted.png"));
  await expect(claim.question("q-photos").getByText("pasted.png", { exact: true })).toBeVisible();

  await page.getByText("The app", { exact: true }).click();
  await claim.give("paste", '[data-question="q-screen"] .picker__area input', png("screen.png"));
  await expect(claim.question("q-screen").getByText("screen.png", { exact: true })).toBeVisible();
  await expect(claim.uploaded("screen.png")).toBeVisible();

  await test.step("but not beside the questions", async () => {
    const address = page.url();
    await claim.give("drop", ".top", png("beside.png"));
    await expect(claim.row("beside.png")).toHaveCount(0);
    expect(page.url()).toBe(address);
  });
});

test("the page waits for uploads, a few of which are sent at a time @mobile", async ({ page, claim }) => {
  await claim.open();
  const uploads = await claim.holdUploads();
  const sent = claim.watchUploads();
  await claim.choose("q-photos", ...[1, 2, 3, 4, 5].map((at) => png(`${at}.png`)));
  await expect(claim.row("5.png").getByText("Waiting…")).toBeVisible();
  await expect.poll(() => sent.length).toBe(3);
  await claim.expectAccessible();

  await claim.next().click();
  await expect(claim.question("q-photos").getByText(WAIT)).toBeVisible();
  await expect(claim.question("q-photos").locator(".picker__area input")).toBeFocused();
  await claim.button("Cancel the upload: 5.png").click();
  await expect(claim.row("5.png")).toHaveCount(0);
  await expect(claim.button("Cancel the upload: 4.png")).toBeFocused();

  await uploads.release();
  for (const at of [1, 2, 3, 4]) await expect(claim.uploaded(`${at}.png`)).toBeVisible();
  expect(sent).toHaveLength(4);
  await expect(page.getByText(WAIT)).toHaveCount(0);
  await claim.next().click();
  await claim.question("q-receipt").waitFor();
});

test("an upload whose connection breaks is tried again, then kept, and the visitor continues @mobile", async ({
  page,
  claim,
}) => {
  await stopClock(page);
  await claim.open();
  const sent = claim.watchUploads();
  await claim.failUploads();
  await claim.choose("q-photos", png("broken.png"));
  for (const [at, pause] of [1_000, 2_000, 4_000].entries()) {
    await expect.poll(() => sent.length).toBe(at + 1);
    // The pause begins when the failure has reached the page.
    await expect
      .poll(async () => {
        await page.clock.runFor(pause / 4);
        return sent.length;
      })
      .toBe(at + 2);
  }
  await expect(claim.kept("broken.png")).toBeVisible();
  await claim.next().click();
  await page.clock.runFor(300);
  await claim.question("q-receipt").waitFor();
});

test("what cannot be taken is refused: by the page where it can know, else by the server @mobile", async ({
  page,
  claim,
}) => {
  await claim.open();
  const sent = claim.watchUploads();
  const large = { name: "film.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") };
  await claim.choose("q-photos", large, text);
  await expect(claim.row("film.pdf").getByText(/^The file is larger than 10.MB\.$/)).toBeVisible();
  await expect(claim.row("notes.txt").getByText("Only JPEG, PNG, WebP and GIF images")).toBeVisible();
  expect(sent).toEqual([]);

  await claim.choose("q-photos", disguised("photo.png"));
  await expect(claim.row("film.pdf")).toHaveCount(0);
  await expect(claim.row("photo.png").getByText("Only JPEG, PNG, WebP and GIF images")).toBeVisible();
  await claim.next().click();
  await expect(page.getByText(TRY_AGAIN)).toBeVisible();
  await claim.expectAccessible();

  await page.getByText("A parcel", { exact: true }).click();
  await claim.remove("photo.png").click();
  await expect(page.getByText(TRY_AGAIN)).toHaveCount(0);
  await claim.next().click();
  await claim.question("q-receipt").waitFor();
});

test("a large photo is scaled down before it is uploaded, and one that the browser cannot read is refused", async ({
  page,
  claim,
}) => {
  await claim.open();
  const sent = claim.watchUploads();
  const photo = { name: "photo.jpg", mimeType: "image/jpeg", buffer: await noisyJpeg(page, 3200, 800) };
  expect(photo.buffer.length).toBeGreaterThan(1024 * 1024);
  const unreadable = { name: "photo.heic", mimeType: "image/heic", buffer: Buffer.from("ftypheic") };
  await claim.choose("q-photos", unreadable, photo);
  await expect(claim.row("photo.heic").getByText("Only JPEG, PNG, WebP and GIF images")).toBeVisible();
  await expect(claim.uploaded("photo.jpg")).toBeVisible();
  expect(sent).toHaveLength(1);
  const answer = await (await sent[0]?.response())?.json();
  expect(answer.data.size).toBeLessThan(photo.buffer.length / 2);
});

test("a removed file is deleted from the server and not sent", async ({ page, claim, pulsen }) => {
  await claim.open();
  await claim.choose("q-photos", png("keep.png"), png("drop.png"));
  await expect(claim.uploaded("keep.png")).toBeVisible();
  await expect(claim.uploaded("drop.png")).toBeVisible();
  const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
  await claim.remove("drop.png").click();
  expect((await deleted).status()).toBe(204);
  await expect(claim.row("drop.png")).toHaveCount(0);
  await expect(claim.remove("keep.png")).toBeFocused();

  await claim.next().click();
  await claim.choose("q-receipt", pdf("receipt.pdf"));
  await expect(claim.uploaded("receipt.pdf")).toBeVisible();
  await claim.send().click();
  await expect(claim.thanks()).toBeVisible();
  const [stored] = pulsen.feedbacksOf(await claim.deviceId());
  expect(stored?.responses.map(({ question_id }) => question_id)).toEqual(["q-photos", "q-receipt"]);
});

test("uploads go on while the visitor looks at another page", async ({ page, claim }) => {
  await claim.open();
  await page.getByText("A parcel", { exact: true }).click();
  await claim.next().click();
  await claim.question("q-receipt").waitFor();
  const uploads = await claim.holdUploads();
  await claim.choose("q-receipt", png("receipt.png"));
  await expect(claim.row("receipt.png").getByText("Uploading…")).toBeVisible();
  await claim.button("Back").click();
  await claim.question("q-photos").waitFor();
  const answer = page.waitForResponse(/direct_uploads/);
  await uploads.release();
  await answer;
  await claim.next().click();
  await expect(claim.uploaded("receipt.png")).toBeVisible();
  await expect(claim.row("receipt.png").locator("img")).toBeVisible();
  await claim.send().click();
  await expect(claim.thanks()).toBeVisible();
});

test("files of a question that is hidden again are given up", async ({ page, claim }) => {
  await claim.open();
  await page.getByText("The app", { exact: true }).click();
  await claim.choose("q-screen", png("screen.png"));
  await expect(claim.uploaded("screen.png")).toBeVisible();
  const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByText("A parcel", { exact: true }).click();
  expect((await deleted).status()).toBe(204);
  await page.getByText("The app", { exact: true }).click();
  await expect(claim.question("q-screen").getByText("Choose an image")).toBeVisible();
  await expect(claim.row("screen.png")).toHaveCount(0);
});

test("files of a visitor who has left are deleted when the page starts over", async ({ page, claim }) => {
  await stopClock(page);
  await claim.open("/feedback?node_id=claims-kiosk");
  await claim.choose("q-photos", png("left.png"));
  await expect(claim.uploaded("left.png")).toBeVisible();
  const deleted: number[] = [];
  page.on("response", (response) => {
    if (response.request().method() === "DELETE") deleted.push(response.status());
  });
  await page.clock.runFor(61_000);
  // What the end of that time starts may wait for the clock once more.
  await expect(async () => {
    await page.clock.runFor(1_000);
    expect(deleted).toEqual([204]);
  }).toPass();
  await expect(claim.row("left.png")).toHaveCount(0);
});

test("a preview shows files, but uploads nothing", async ({ page, claim }) => {
  const sent = claim.watchUploads();
  await claim.open("/web_flow_preview?flow_id=claim");
  await claim.choose("q-photos", png("seen.png"));
  await expect(claim.uploaded("seen.png")).toBeVisible();
  await claim.remove("seen.png").click();
  await claim.choose("q-photos", png("again.png"));
  await expect(claim.uploaded("again.png")).toBeVisible();
  await claim.next().click();
  await claim.question("q-receipt").waitFor();
  await expect(page.getByText("again.png")).toHaveCount(0);
  expect(sent).toEqual([]);
});

test("a screenshot is captured where the page may", async ({ page, claim }) => {
  // What the browser's own dialog would give: a stream of a screen.
  await page.addInitScript(() => {
    navigator.mediaDevices.getDisplayMedia = async () => {
      const canvas = document.createElement("canvas");
      canvas.width = 320;
      canvas.height = 200;
      const drawing = canvas.getContext("2d");
      if (drawing) drawing.fillRect(0, 0, 320, 200);
      const stream = canvas.captureStream(5);
      Object.assign(window, { capturedStream: stream });
      return stream;
    };
  });
  await claim.open();
  await page.getByText("The app", { exact: true }).click();
  await claim.button("Take a screenshot").click();
  await expect(claim.uploaded("Screenshot.png")).toBeVisible();
  await expect(claim.row("Screenshot.png").locator("img")).toHaveJSProperty("naturalWidth", 320);
  // Nothing keeps capturing.
  const states = await page.evaluate(() => {
    const { capturedStream } = window as unknown as { capturedStream: MediaStream };
    return capturedStream.getTracks().map(({ readyState }) => readyState);
  });
  expect(states).toEqual(["ended"]);
});

test("the browser allows a capture on pages that ask for screenshots, and on no other", async ({
  page,
  pulsen,
}) => {
  const policyOf = async (path: string) =>
    (await page.request.get(pulsen.url + path)).headers()["permissions-policy"];
  expect(await policyOf("/feedback?node_id=claims")).toContain("display-capture=(self)");
  expect(await policyOf("/feedback?node_id=demo-node")).toContain("display-capture=()");
});

test.describe("on a telephone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 740 } });

  test("a photo is taken with the camera", async ({ claim }) => {
    await claim.open();
    const camera = claim.question("q-photos").locator("label", { hasText: "Take a photo" });
    await expect(camera).toBeVisible();
    await expect(claim.page.getByText("or drop or paste them here")).toBeHidden();
    await camera.locator("input").setInputFiles([png("image.png")]);
    await expect(claim.uploaded("image.png")).toBeVisible();
    await claim.expectAccessible();
  });
});

test("everything can be done with the keyboard", { tag: ["@2.1.1", "@2.4.3"] }, async ({ page, claim }) => {
  await claim.open();
  // Before the other steps: a key right after it would reach the page before the browser catches file choosers.
  const chooser = page.waitForEvent("filechooser");
  await page.getByText("A parcel", { exact: true }).click();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Clear answer" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(claim.question("q-photos").locator(".picker__area input")).toBeFocused();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles([png("keys.png")]);
  await expect(claim.uploaded("keys.png")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(claim.remove("keys.png")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(claim.row("keys.png")).toHaveCount(0);
  await expect(claim.question("q-photos").locator(".picker__area input")).toBeFocused();
});

/** Returns a JPEG as a camera makes it: each pixel has another color, so that it is as large as a photo. */
async function noisyJpeg(page: Page, width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d");
      const image = new ImageData(width, height);
      let state = 1;
      for (let at = 0; at < image.data.length; at += 1) {
        state = (state * 48271) % 2147483647;
        image.data[at] = at % 4 === 3 ? 255 : state % 256;
      }
      context?.putImageData(image, 0, 0);
      return canvas.toDataURL("image/jpeg", 1);
    },
    [width, height] as const,
  );
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
}
