import { disguised, png } from "./support/files";
import { scriptTag } from "./support/hostSite";
import { expect, expectAccessible, test } from "./support/test";

test("a visitor answers with files in the widget, on another site @phone", async ({
  page,
  widget,
  pulsen,
  host,
  consoleErrors,
}) => {
  await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-E2EFILE") }));
  await widget.open();
  const photos = widget.question("q-photos");
  const input = photos.locator(".picker__area input");
  const row = (name: string) => photos.getByRole("listitem").filter({ hasText: name });

  await widget.press("Send");
  await expect(widget.text("Please add a file.")).toBeVisible();
  await input.setInputFiles([png("lamp.png", [320, 240]), disguised("shade.png")]);
  await expect(row("lamp.png").getByText("Uploaded")).toBeVisible();
  await expect(row("lamp.png").locator("img")).toHaveJSProperty("naturalWidth", 320);
  await expect(row("shade.png").getByText("Only JPEG, PNG, WebP and GIF images")).toBeVisible();
  // The browser lists the server's refusal.
  await expect.poll(() => consoleErrors).toEqual([expect.stringContaining("422 (Unprocessable")]);
  consoleErrors.splice(0);
  await expectAccessible(page);

  await test.step("its frame asks the host for nothing: no capture of the screen", async () => {
    await expect(widget.question("q-screen").getByText("Choose an image")).toBeVisible();
    await expect(widget.button("Take a screenshot")).toHaveCount(0);
  });

  await widget.press("Send");
  await expect(
    photos.getByText("A file could not be uploaded. Please try again, or remove it."),
  ).toBeVisible();
  await widget.button("Remove: shade.png").click();
  await expect(row("shade.png")).toHaveCount(0);
  const accepted = widget.waitForFeedback();
  await widget.press("Send");
  const { feedbackId } = await accepted;
  await expect(widget.text("Thank you, we repair it")).toBeVisible();
  const files = pulsen.query<{ name: string; question_id: string }>(
    `SELECT name, question_id FROM uploads WHERE feedback_id = '${feedbackId}'`,
  );
  expect(files).toEqual([{ name: "lamp.png", question_id: "q-photos" }]);
});
