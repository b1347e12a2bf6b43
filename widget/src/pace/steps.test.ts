import { describe, expect, it } from "vitest";
import type { ElementView, View } from "../engine/types";
import { firstStep, isSelfAdvancing, stepsOf } from "./steps";

const question = (id: string, style = "text", more: object = {}) =>
  ({
    id,
    type: "question",
    text: id,
    questionId: `q-${id}`,
    style,
    options: [],
    ...more,
  }) as unknown as ElementView;
const element = (id: string, type: string, more: object = {}) =>
  ({ id, type, text: id, ...more }) as ElementView;
const OPTIONS = { options: [{ id: "o", label: "O" }] };

function page(...elements: ElementView[]): View {
  return {
    stateId: "s",
    style: "normal",
    language: "en",
    languages: [],
    canGoBack: false,
    moving: false,
    submitting: false,
    elements,
  } as unknown as View;
}
const ids = (elements: ElementView[] = []) => elements.map(({ id }) => id);

describe("a page is divided", () => {
  it("into its questions with the texts before them; texts at the end belong to the last one", () => {
    const { list, always, buttons } = stepsOf(
      page(
        element("welcome", "label"),
        question("a"),
        question("info", "plain"),
        question("b"),
        element("more", "label"),
        element("send", "submit"),
        element("skip", "next_page", { isSkip: true }),
        element("privacy", "footer"),
      ),
    );
    expect(list.map(({ elements }) => ids(elements))).toEqual([
      ["welcome", "a"],
      ["info", "b", "more"],
    ]);
    expect(ids(always)).toEqual(["skip", "privacy"]);
    expect(buttons.map(({ id }) => id)).toEqual(["send"]);
  });

  it("is shown whole if it asks nothing", () => {
    const view = page(element("hello", "label"), element("go", "next_page"));
    expect(ids(firstStep(view).elements)).toEqual(["hello", "go"]);
  });
});

describe("the button below a question", () => {
  it("is that of the page, but not the one that sends before the last question", () => {
    const asks = [question("a"), question("b")];
    const buttonOf = (...elements: ElementView[]) => firstStep(page(...elements)).elements[1];
    expect(buttonOf(...asks, element("go", "next_page"))?.text).toBe("go");
    expect(buttonOf(...asks, element("send", "submit"))).toMatchObject({ type: "next_page", text: "Next" });
    expect(buttonOf(question("a"), element("send", "submit"))?.text).toBe("send");
  });

  it("is beside another one where the page has both", () => {
    const buttons = [element("go", "next_page"), element("send", "submit")];
    const textsOf = (...asked: ElementView[]) =>
      firstStep(page(...asked, ...buttons))
        .elements.slice(1)
        .map(({ text }) => text);
    expect(textsOf(question("a"))).toEqual(["go", "send"]);
    expect(textsOf(question("a"), question("b"))).toEqual(["go"]);
  });
});

describe("a question goes on by itself", () => {
  const next = element("go", "next_page");
  const goesOn = (asked: ElementView, button: ElementView | undefined, isLast: boolean) => {
    const steps = stepsOf(page(asked, ...(button ? [button] : [])));
    return isSelfAdvancing(steps.list[0] as (typeof steps.list)[0], steps, isLast);
  };

  it.each(["radio", "gender", "dynamic_multiple_choice", "customer_schema", "score", "ces", "star"])(
    "if one press answers it: %s",
    (style) => expect(goesOn(question("a", style, OPTIONS), next, true)).toBe(true),
  );

  it.each([
    ["text", {}],
    ["checklist", OPTIONS],
    ["dropdown", OPTIONS],
    ["slider", {}],
    ["radio", { ...OPTIONS, multiSelect: true }],
    ["customer_schema", {}],
    ["custom_score", { min: 0 }],
  ])("and no other: %s %o", (style, more) => {
    expect(goesOn(question("a", style, more), next, true)).toBe(false);
  });

  it("but never sends the feedback", () => {
    const choice = question("a", "radio", OPTIONS);
    expect(goesOn(choice, element("send", "submit"), true)).toBe(false);
    expect(goesOn(choice, undefined, true)).toBe(false);
    expect(goesOn(choice, element("send", "submit"), false)).toBe(true);
  });

  it("and says so before its options", () => {
    const descriptionOf = (more: object) =>
      firstStep(page(question("a", "radio", { ...OPTIONS, ...more }), next)).elements[0];
    expect(descriptionOf({})).toMatchObject({ description: "Choose an answer to continue." });
    expect(descriptionOf({ description: "Last week" })).toMatchObject({
      description: "Last week\nChoose an answer to continue.",
    });
  });
});

it("says how long the rest takes where that is known", () => {
  const view = page(question("a"), question("b"), element("send", "submit"));
  const lastOf = (shown: View) => shown.elements.at(-1)?.text;
  expect(lastOf(firstStep(view, { s: { textarea: 1 } }))).toBe("About 50 s left");
  expect(lastOf(firstStep(view, {}))).toBe("About 20 s left");
  expect(lastOf(firstStep(view))).toBe("Next");
});
