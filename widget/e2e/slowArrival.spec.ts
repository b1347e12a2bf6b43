import { watchLayoutShifts } from "pulsen-loader/e2e";
import { askForHelp, importHelpDesk } from "./support/helpDesk";
import { openPieceByPiece } from "./support/openPieceByPiece";
import { expect, test } from "./support/test";

test.beforeAll(({ pulsen }) => importHelpDesk(pulsen));

for (const [what, path] of [
  ["a chat", "/chat?feedback_id="],
  ["a flow", "/feedback?node_id=help"],
  ["a flow in the widget's frame", "/flow_preview?flow_id=help"],
  ["a message instead of a flow", "/feedback?node_id=gone"],
] as const) {
  test(`${what} that arrives piece by piece does not move`, async ({ page, pulsen }) => {
    const { feedbackId } = await askForHelp(pulsen);
    const shifts = await watchLayoutShifts(page);
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await openPieceByPiece(page, pulsen, path.replace("feedback_id=", `$&${feedbackId}`));
      await expect(page.locator("main")).toBeVisible();
      expect(await shifts(), `${width} pixels`).toEqual([]);
    }
  });
}
