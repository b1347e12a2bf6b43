// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { provideTestPage, show } from "./mountForTests";
import { chatNode, message } from "./timeline/testChat";
import type { ChatDetail } from "./timeline/wire";

provideTestPage();

const log = () => within(screen.getByRole("log"));

describe("the business's greeting", () => {
  it("is a text of the business, and no markup", () => {
    show({ chat_greeting: "Hello, <b>we</b> are here.", creator_language_code: "tr" });
    const greeting = log().getByText("Hello, <b>we</b> are here.");
    expect(greeting.lang).toBe("tr");
    expect(greeting.previousElementSibling?.textContent).toBe("Fener Coffee: ");
  });

  it("gives way to the queue's text", () => {
    show({ chat_greeting: "Hello", status: "queued" });
    expect(screen.queryByText("Hello")).toBeNull();
  });
});

describe("how soon staff usually reply", () => {
  const TEXT = "We usually reply in about 30 minutes.";
  const isSaid = (detail: Partial<ChatDetail>) => {
    show({ reply_time: "half_hour", ...detail });
    const said = screen.queryByText(TEXT) !== null;
    cleanup();
    return said;
  };

  it("is said until they reply, while somebody may", () => {
    expect(isSaid({})).toBe(true);
    expect(isSaid({ timeline_items: [message("Anybody?", 1, "customer")] })).toBe(true);
    expect(isSaid({ timeline_items: [message("Hello", 1)] })).toBe(false);
    expect(isSaid({ status: "closed" })).toBe(false);
    expect(isSaid({ node: chatNode({ operating: false }) })).toBe(false);
  });
});

it("says who has joined above their first message, once", () => {
  const people = { p1: { name: "Ann" }, p2: { nickname: "Bo" } };
  const from = (id: string, minute: number, person: string) => {
    const { detail, ...item } = message(id, minute);
    return { ...item, detail: { ...detail, person } };
  };
  const timeline_items = [
    from("Hello", 1, "p1"),
    from("And", 2, "p1"),
    from("Hi", 3, "p2"),
    from("Bye", 4, "p1"),
  ];
  show({ timeline_items, people } as Partial<ChatDetail>);
  const notes = log().getAllByText(/joined$/);
  expect(notes.map(({ textContent }) => textContent)).toEqual(["Ann joined", "Bo joined"]);
  const [first] = notes;
  const hello = log().getByText("Hello");
  expect(first && first.compareDocumentPosition(hello) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
