// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Boot } from "../boot";
import { loadEngineForTests, repositoryFile } from "../engine/loadForTests";
import type { FlowEffect } from "../engine/types";
import { FlowScreen } from "./FlowScreen";
import { startFlowRun } from "./flowRun";

const engine = loadEngineForTests();
afterEach(cleanup);

describe("the demo flow on a page", () => {
  it("names its question, marks it as required, and says what is missing", () => {
    show();
    const mood = question("q-mood");
    const group = mood.getByRole("radiogroup", { name: /How was your visit today/ });
    expect(group.getAttribute("aria-required")).toBe("true");

    fireEvent.click(screen.getByRole("button", { name: "Next" }));

    expect(mood.getByText("Please fill in this field to continue.")).toBeTruthy();
    expect(group.getAttribute("aria-invalid")).toBe("true");
    expect(descriptionOf(group)).toContain("Please fill in this field to continue.");
  });

  it("shows and hides what an answer triggers, and keeps what was typed", () => {
    show();
    fireEvent.click(screen.getByLabelText("Not so good"));
    fireEvent.input(question("q-why").getByRole("textbox"), { target: { value: " cold coffee " } });
    expect(question("q-why").getByRole<HTMLTextAreaElement>("textbox").value).toBe(" cold coffee ");

    fireEvent.click(screen.getByLabelText("Lovely"));
    expect(document.querySelector('[data-question="q-why"]')).toBeNull();
  });

  it("takes the focus and the state class along when the page changes", () => {
    const { answers } = show();
    fireEvent.click(screen.getByLabelText("Lovely"));
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    answers("state_change");

    expect(question("q-liked").getAllByRole("checkbox")).toHaveLength(5);
    expect(document.activeElement?.getAttribute("aria-label")).toBe("What did you enjoy most?");
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByLabelText<HTMLInputElement>("Lovely").checked).toBe(true);
  });

  it("speaks Turkish at a click, and says so to the document", async () => {
    show();
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Türkçe" })));

    expect(await screen.findByText("Bugünkü ziyaretiniz nasıldı?")).toBeTruthy();
    expect(document.documentElement.lang).toBe("tr");
    expect(screen.getByRole("link", { name: /Pulsen/ }).getAttribute("href")).toBe("/tr");
  });
});

describe("a flow without an ending of its own", () => {
  it("ends on the plain thank-you", () => {
    const { answers, effects } = show({
      id: "short",
      languages: [{ id: "en", code: "en", name: "English" }],
      states: [{ id: "only", isInitialState: true, elements: [TEXT_ELEMENT, SUBMIT_ELEMENT] }],
    });
    fireEvent.input(screen.getByRole("textbox"), { target: { value: "hello" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    answers("state_change");
    expect(effects.some(({ type }) => type === "submit_feedback")).toBe(true);
    expect(screen.getByRole("button", { name: "Send" }).getAttribute("aria-busy")).toBe("true");
    answers("submitted");

    expect(screen.getByRole("heading", { name: "Thank You" })).toBeTruthy();
    expect(document.getElementById("app")?.className).toBe("app-thank-you-page");
  });
});

const TEXT_ELEMENT = {
  id: "t",
  type: "question",
  question: { id: "q", key: "q", style: "text", body: { en: "Anything?" } },
};
const SUBMIT_ELEMENT = { id: "s", type: "submit", order: 1, body: { en: "Send" } };

/** Renders a flow with the real engine; effects are only noted, their answers come when the test says so. */
function show(flow: object = JSON.parse(repositoryFile("examples/flows/demo-flow.json"))) {
  const app = document.createElement("div");
  app.id = "app";
  document.body.replaceChildren(app);
  const effects: FlowEffect[] = [];
  const session = engine.startSession(flow, { now: 0, node: { id: "n" }, deviceId: "d" });
  const run = startFlowRun(
    session,
    () => 0,
    (effect) => effects.push(effect),
  );
  const boot: Boot = { route: "feedback", node: null, flow, language: null, api_base: "" };
  render(<FlowScreen boot={boot} run={run} />, { container: app });
  return {
    effects,
    answers(what: "state_change" | "submitted") {
      act(() =>
        what === "submitted"
          ? run.send({ type: "submitted", status: 200, body: { id: "f" } })
          : run.send({ type: "timer", timer: what }),
      );
    },
  };
}

function question(id: string) {
  return within(document.querySelector<HTMLElement>(`[data-question="${id}"]`) as HTMLElement);
}

function descriptionOf(element: Element): string {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}
