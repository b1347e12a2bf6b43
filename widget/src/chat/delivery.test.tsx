// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { provideTestPage, show } from "./mountForTests";
import type { PendingMessage } from "./timeline/pendingMessages";

provideTestPage();

describe("a message that was not sent", () => {
  it.each([
    ["chat_not_open", "This chat was closed before the message arrived."],
    ["chat_full", "This chat is full."],
    ["outside_hours", /outside our working hours/],
    ["attachment_not_taken", "Images cannot be sent in this chat."],
    ["device_blocked", "You can no longer send messages in this chat."],
  ])("says why: %s", (reason, words) => {
    pending({ state: "failed", reason });
    expect(note().getByText(words)).toBeTruthy();
  });

  it.each([
    ["too_many_pixels", "The image resolution is too high."],
    ["unsupported_type", "Only JPEG, PNG, WebP and GIF images can be added."],
    ["something_new", "Not sent"],
  ])("says what is wrong with its image, once those words are there: %s", async (reason, words) => {
    pending({ state: "failed", reason });
    expect(await note().findByText(words)).toBeTruthy();
  });

  it("can be deleted", () => {
    const { effects } = pending({ state: "failed" });
    fireEvent.click(note().getByRole("button", { name: "Delete" }));
    expect(effects.at(-1)).toEqual({ type: "remove_message", clientKey: "k" });
    expect(document.activeElement).toBe(screen.getByRole("textbox"));
  });

  it("continues by itself where the server cannot be reached, and says so after some attempts", () => {
    pending({ state: "pausing", failedAttempts: 2 });
    expect(screen.queryByText(/Trying again/)).toBeNull();
    pending({ state: "pausing", failedAttempts: 3 });
    expect(screen.getByText("Not sent yet. Trying again…")).toBeTruthy();
  });

  it("holds those behind it, which say so", () => {
    pending({ state: "held" });
    expect(screen.getByText("Waiting for the message above")).toBeTruthy();
  });
});

function pending(message: Partial<PendingMessage>) {
  const shown = show();
  const whole = { clientKey: "k", body: "Hello", at: 0, state: "waiting", failedAttempts: 0, progress: -1 };
  act(() => shown.run.send({ type: "kept", messages: [{ ...whole, ...message } as PendingMessage] }));
  return shown;
}

function note() {
  return within(document.querySelector<HTMLElement>(".bubble__failure") as HTMLElement);
}
