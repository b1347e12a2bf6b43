import { createRequire } from "node:module";
import { bundle } from "../support/bundle";
import { LAUNCHER_FRAME } from "../support/hostedWidget";
import { scriptTag } from "../support/hostSite";
import { clickAt } from "../support/pointer";
import { expect, test } from "../support/test";

/** Dialogs that take the focus back from frames too. Others do not learn of frames, such as Bootstrap's (`sheets.ts`). */
const DIALOGS: Record<string, string> = {
  "React Aria": `
    import { Dialog, Modal } from "react-aria-components";
    const dialog = h(Modal, { defaultOpen: true, isDismissable: true }, h(Dialog, { "aria-label": "An offer" }, voucher));
  `,
  "react-focus-lock, as in Chakra UI": `
    import FocusLock from "react-focus-lock";
    const dialog = h(FocusLock, null, h("div", { role: "dialog", "aria-label": "An offer" }, voucher));
  `,
};

for (const [name, dialog] of Object.entries(DIALOGS)) {
  test(`a dialog of ${name} leaves the focus to the widget`, async ({ page, widget, pulsen, host }) => {
    const script = host.addFile(await dialogScript(dialog), { "Content-Type": "text/javascript" });
    const body = `<div id="dialog"></div><script src="${script}"></script>`;
    await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-E2EHOME"), body }));
    const voucher = page.getByRole("textbox", { name: "Voucher" });
    await expect(voucher).toBeFocused();
    await clickAt(page.locator(LAUNCHER_FRAME));
    await expect(widget.contentFrame).toBeVisible();
    await clickAt(widget.text("Not so good"));
    await clickAt(widget.button("Next"));
    await clickAt(widget.why());
    await page.keyboard.type("Warmer lamps");
    await expect(widget.why()).toHaveValue("Warmer lamps");
    await clickAt(widget.button("Close"));
    await expect(widget.contentFrame).toBeHidden();
    // The dialog is still open, and keeps the focus from the rest of the page.
    await clickAt(voucher);
    await page.keyboard.type("LAMPS");
    await expect(voucher).toHaveValue("LAMPS");
    await page.getByRole("button", { name: "Buy" }).evaluate((button: HTMLElement) => button.focus());
    await expect(voucher).toBeFocused();
  });
}

/** Returns a script that shows a dialog with a text field in it. */
function dialogScript(dialog: string): Promise<string> {
  const code = `
    import { createElement as h } from "react";
    import { createRoot } from "react-dom/client";
    const voucher = h("input", { "aria-label": "Voucher", autoFocus: true });
    ${dialog}
    createRoot(document.querySelector("#dialog")).render(dialog);
  `;
  return bundle(createRequire(import.meta.url), code);
}
