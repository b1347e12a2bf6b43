// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bootForTests } from "../boot/bootForTests";
import { loadEngineForTests, repositoryFile } from "../engine/loadForTests";
import type { FlowEffect } from "../engine/types";
import { setMessages } from "../questions/messages/messageText";
import { sayMessage } from "../questions/messages/sayMessage";
import { startFlowRun } from "../run/flowRun";
import { FlowScreen } from "./FlowScreen";
import { createIdleTimer } from "./idleTimer";

// A language's catalog is compiled on first use, which takes long on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

const engine = loadEngineForTests();
setMessages(sayMessage);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("the demo flow on a page", () => {
  it("names its question, marks it as required, and shows the missing answer", () => {
    show();
    const mood = question("q-mood");
    const group = mood.getByRole("radiogroup", { name: /How was your visit today/ });
    expect(group.getAttribute("aria-required")).toBe("true");

    fireEvent.click(screen.getByRole("button", { name: "Next" }));

    expect(mood.getByText("Choose one answer.")).toBeTruthy();
    expect(group.getAttribute("aria-invalid")).toBe("true");
    expect(descriptionOf(group)).toContain("Choose one answer.");
  });

  it("shows and hides what an answer triggers, and keeps typed text as it is", () => {
    show();
    fireEvent.click(screen.getByLabelText("Not so good"));
    fireEvent.input(question("q-why").getByRole("textbox"), { target: { value: " cold coffee " } });
    expect(question("q-why").getByRole<HTMLTextAreaElement>("textbox").value).toBe(" cold coffee ");

    fireEvent.click(screen.getByLabelText("Lovely"));
    expect(document.querySelector('[data-question="q-why"]')).toBeNull();
  });

  it("animates only what appears later", () => {
    const { completes } = show();
    const arriving = () => document.querySelectorAll(".page--following, .element--late").length;
    expect(arriving()).toBe(0);

    fireEvent.click(screen.getByLabelText("Not so good"));
    expect(arriving()).toBe(1);
    expect(question("q-why").getByRole("textbox").closest(".element--late")).toBeTruthy();

    fireEvent.click(screen.getByLabelText("Lovely"));
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    completes("state_change");
    expect(document.querySelector(".page--following")).toBeTruthy();
    expect(document.querySelector(".element--late")).toBeNull();
  });

  it("moves the focus to the new page", () => {
    const { completes } = show();
    fireEvent.click(screen.getByLabelText("Lovely"));
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    completes("state_change");

    expect(question("q-liked").getAllByRole("checkbox")).toHaveLength(6);
    expect(document.activeElement?.getAttribute("aria-label")).toBe("What did you enjoy most?");
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByLabelText<HTMLInputElement>("Lovely").checked).toBe(true);
  });

  it("changes to Turkish, also for the document", async () => {
    show();
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Türkçe" })));

    expect(await screen.findByText("Bugünkü ziyaretiniz nasıldı?")).toBeTruthy();
    expect(document.documentElement.lang).toBe("tr");
    expect(screen.getByRole("link", { name: /Pulsen/ }).getAttribute("href")).toBe(
      "https://pulsen.example/tr",
    );
  });
});

describe("a flow without a thank-you state", () => {
  it("ends on the default thank-you", () => {
    const { completes, effects } = show(SHORT_FLOW);
    fireEvent.input(screen.getByRole("textbox"), { target: { value: "hello" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    completes("state_change");
    expect(effects.some(({ type }) => type === "submit_feedback")).toBe(true);
    expect(screen.getByRole("button", { name: "Send" }).getAttribute("aria-busy")).toBe("true");
    completes("submitted");

    expect(screen.getByRole("heading", { name: "Thank You" })).toBeTruthy();
    expect(document.getElementById("app")?.className).toBe("app-thank-you-page");
  });
});

describe("when the flow restarts", () => {
  it("the first page is a new one without answers, and has the focus", () => {
    const { completes, round } = show();
    fireEvent.click(screen.getByLabelText("Not so good"));
    fireEvent.input(question("q-why").getByRole("textbox"), { target: { value: "cold" } });
    question("q-why").getByRole("textbox").focus();
    const before = document.querySelector(".page");

    completes("idle");

    expect(round()).toBe(1);
    expect(screen.getByLabelText<HTMLInputElement>("Not so good").checked).toBe(false);
    expect(document.querySelector('[data-question="q-why"]')).toBeNull();
    expect(document.querySelector(".page")).not.toBe(before);
    expect(document.activeElement).toBe(document.querySelector(".page"));
  });

  it("a refused restart leaves the page as it is", () => {
    const { completes, round } = show(SHORT_FLOW);
    fireEvent.input(screen.getByRole("textbox"), { target: { value: "hello" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    completes("state_change");
    completes("idle");

    expect(round()).toBe(0);
    expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("hello");
  });
});

describe("before it restarts", () => {
  it("the visitor is asked by an alert, and can stay with a button that gives the focus back", () => {
    vi.useFakeTimers();
    const { idleTimer } = show(SHORT_FLOW);
    const input = screen.getByRole("textbox");
    input.focus();
    const onIdle = vi.fn();
    idleTimer.start(60_000, onIdle);
    act(() => void vi.advanceTimersByTime(40_000));

    const alert = screen.getByText("Are you still there? This page is about to restart.");
    expect(alert.closest('[role="alert"]')).toBeTruthy();
    expect(document.activeElement).toBe(input);
    const button = screen.getByRole("button", { name: "I’m still here" });
    act(() => button.focus());
    fireEvent.click(button);

    expect(screen.queryByText(/Are you still there/)).toBeNull();
    expect(document.activeElement).toBe(input);
    vi.advanceTimersByTime(59_999);
    expect(onIdle).not.toHaveBeenCalled();
  });

  it("a visitor at the end is not asked", () => {
    vi.useFakeTimers();
    const { idleTimer, completes } = show(SHORT_FLOW);
    fireEvent.input(screen.getByRole("textbox"), { target: { value: "hello" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    completes("state_change");
    completes("submitted");
    idleTimer.start(5_000, vi.fn());
    act(() => void vi.advanceTimersByTime(4_000));
    expect(screen.queryByText(/Are you still there/)).toBeNull();
  });
});

const TEXT_ELEMENT = {
  id: "t",
  type: "question",
  question: { id: "q", key: "q", style: "text", body: { en: "Anything?" } },
};
const SUBMIT_ELEMENT = { id: "s", type: "submit", order: 1, body: { en: "Send" } };
const SHORT_FLOW = {
  id: "short",
  languages: [{ id: "en", code: "en", name: "English" }],
  states: [{ id: "only", isInitialState: true, elements: [TEXT_ELEMENT, SUBMIT_ELEMENT] }],
};

/** Renders a flow with the real engine. Effects are recorded; the test sends their results. */
function show(flow: object = JSON.parse(repositoryFile("examples/flows/demo-flow.json"))) {
  const app = document.createElement("div");
  app.id = "app";
  document.body.replaceChildren(app);
  const effects: FlowEffect[] = [];
  const node = { id: "n", idle_reset_timeout_in_seconds: 60, thank_you_duration_in_seconds: 5 };
  const session = engine.startSession(JSON.stringify(flow), { now: 0, node, deviceId: "d" });
  const idleTimer = createIdleTimer(() => true);
  const run = startFlowRun({ session, perform: (effect) => effects.push(effect) }, () => 0);
  render(<FlowScreen boot={bootForTests()} run={run} idleTimer={idleTimer} />, { container: app });
  return {
    effects,
    idleTimer,
    round: () => run.round(),
    completes(what: "state_change" | "submitted" | "idle") {
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
