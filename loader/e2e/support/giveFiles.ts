import type { Locator } from "@playwright/test";
import type { TestFile } from "./files";

/** Drops or pastes files on an element, with an event of the browser. */
export async function giveFiles(target: Locator, action: "drop" | "paste", ...files: TestFile[]) {
  const contents = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    bytes: buffer.toString("base64"),
  }));
  await target.evaluate(
    (element, { action, contents }) => {
      const data = new DataTransfer();
      for (const { name, mimeType, bytes } of contents) {
        const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
        data.items.add(new File([content], name, { type: mimeType }));
      }
      const options = { bubbles: true, cancelable: true };
      const event =
        action === "drop"
          ? new DragEvent("drop", { ...options, dataTransfer: data })
          : new ClipboardEvent("paste", { ...options, clipboardData: data });
      element.dispatchEvent(event);
    },
    { action, contents },
  );
}
