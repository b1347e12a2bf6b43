// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { provideTestPage, show } from "./mountForTests";
import { message, unchanged } from "./timeline/testChat";
import type { ChatRating } from "./timeline/wire";

provideTestPage();

const RATABLE = { status: "closed", chat_rating_enabled: true } as const;
const GIVEN: ChatRating = { position: 5, rating: 100, created_at: "2026-11-21T10:05:00.000Z" };

describe("the rating", () => {
  it("is asked for in the business's words or ours, once the chat is over", () => {
    show({ ...RATABLE, chat_rating_setting: { body: "Were you helped?" } });
    expect(screen.getByRole("region", { name: "Were you helped?" })).toBeTruthy();
    show(RATABLE);
    expect(screen.getByRole("region", { name: "How was this chat?" })).toBeTruthy();
  });

  it.each([
    ["in an open chat", { ...RATABLE, status: "open" }],
    ["where the business does not want it", { ...RATABLE, chat_rating_enabled: false }],
  ] as const)("is not asked for %s", (_, detail) => {
    show(detail);
    expect(screen.queryByRole("region", { name: "How was this chat?" })).toBeNull();
  });

  it("is given by a button, which stays pressed and focused; then none can be pressed", () => {
    const { run, effects } = show(RATABLE);
    const good = button("Good");
    good.focus();
    fireEvent.click(good);
    expect(effects.at(-1)).toEqual({ type: "post_rating", rating: 100 });
    expect(good.getAttribute("aria-busy")).toBe("true");
    act(() => run.send({ type: "rated", rating: GIVEN }));
    expect(screen.getByText("Thank you for your rating.")).toBeTruthy();
    expect(["Bad", "Okay", "Good"].map((name) => button(name).getAttribute("aria-pressed"))).toEqual([
      "false",
      "false",
      "true",
    ]);
    expect(
      ["Bad", "Okay", "Good"].every((name) => button(name).getAttribute("aria-disabled") === "true"),
    ).toBe(true);
    expect(document.activeElement).toBe(good);
    const before = effects.length;
    fireEvent.click(button("Bad"));
    expect(effects).toHaveLength(before);
  });

  it("that could not be saved can be given again", () => {
    const { run, effects } = show(RATABLE);
    fireEvent.click(button("Bad"));
    act(() => run.send({ type: "rate_failed", status: 0 }));
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toContain("could not be saved");
    fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(effects.filter(({ type }) => type === "post_rating")).toEqual([
      { type: "post_rating", rating: 0 },
      { type: "post_rating", rating: 0 },
    ]);
  });

  it("of before stands in the log at its time, and another one is asked for", () => {
    const timeline_items = [message("Hello", 1, "customer"), message("Wait", 6, "customer")];
    show({ ...RATABLE, chat_ratings: [GIVEN], timeline_items });
    const log = screen.getByRole("log").textContent ?? "";
    expect(log).toMatch(/Hello.*Your rating: Good.*Wait.*How was this chat\?/s);
    expect(button("Good").getAttribute("aria-pressed")).toBe("false");
  });

  it("that holds is shown once: below while it is asked for, else in the log", () => {
    const { run } = show({ ...RATABLE, chat_ratings: [GIVEN] });
    expect(screen.queryByText(/Your rating/)).toBeNull();
    const opened = unchanged({ chat_rating_enabled: true, chat_ratings: [GIVEN], cursor: "9" });
    act(() => run.send({ type: "reply_created", reply: opened }));
    expect(screen.getByText(/Your rating/)).toBeTruthy();
  });
});

function button(name: string): HTMLElement {
  return screen.getByRole("button", { name });
}
