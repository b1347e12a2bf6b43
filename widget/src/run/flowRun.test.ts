import { beforeAll, describe, expect, it, vi } from "vitest";
import { loadEngineForTests, repositoryFile } from "../engine/loadForTests";
import type { FlowEffect, QuestionElement, View } from "../engine/types";
import { type EngineStatus, type FlowRun, type RunDriver, type Send, startFlowRunBehind } from "./flowRun";

const FLOW = repositoryFile("examples/flows/demo-flow.json");
let engine: ReturnType<typeof loadEngineForTests>;

beforeAll(() => {
  vi.stubGlobal("window", {});
  engine = loadEngineForTests();
});

describe("before the engine is there", () => {
  it("an answer is shown as it was given, and nothing else changes", () => {
    const { run } = start();
    const before = run.view();
    run.send({ type: "answered", questionId: "q-mood", answer: { optionIds: ["mood-bad"] } });

    expect(question(run, "q-mood").answer).toEqual({ optionIds: ["mood-bad"] });
    expect(run.view().elements.map(({ id }) => id)).toEqual(before.elements.map(({ id }) => id));
    run.send({ type: "answered", questionId: "q-mood" });
    expect(run.view()).toEqual(before);
    expect(run.engine()).toBe("starting");
  });

  it("files are added to the answer that is shown", () => {
    const { run } = start();
    const file = (id: string) => ({ id, name: id, size: 1, type: "image/png" });
    for (const id of ["one", "two"]) {
      run.send({ type: "uploaded", questionId: "q-mood", answer: { files: [file(id)] } });
    }
    expect(question(run, "q-mood").answer?.files).toEqual([file("one"), file("two")]);
  });

  it("a press on next is noted, and the page stays", () => {
    const { run } = start();
    const before = run.view();
    run.send({ type: "next" });
    expect(run.engine()).toBe("awaited");
    expect(run.view()).toBe(before);
    expect(run.report().actions).toEqual(["next"]);
  });
});

describe("when the engine is there", () => {
  it("it shows the same, and nothing is rendered again", async () => {
    const { run, arrives, changes } = start();
    const before = run.view();
    await arrives();
    expect(run.view()).toBe(before);
    expect(changes).toEqual(["running"]);
  });

  it("it takes what has happened in order, with its times, and shows the outcome once", async () => {
    const { run, arrives, effects, changes, sent } = start();
    run.send({ type: "answered", questionId: "q-mood", answer: { optionIds: ["mood-bad"] } });
    run.send({ type: "answered", questionId: "q-mood", answer: { optionIds: ["mood-good"] } });
    run.send({ type: "next" });
    const shown = question(run, "q-mood");
    changes.length = 0;
    await arrives({ events: [{ type: "online" }] });

    expect(sent.map(({ type, at }) => [type, at])).toEqual([
      ["online", 0],
      ["answered", 1],
      ["answered", 2],
      ["next", 3],
    ]);
    expect(changes).toEqual(["running"]);
    expect(question(run, "q-mood")).toBe(shown);
    expect(run.view().moving).toBe(true);
    expect(effects.map(({ type }) => type)).toContain("schedule");
  });

  it("it corrects what was shown of an answer that it does not take", async () => {
    const { run, arrives } = start();
    run.send({ type: "answered", questionId: "q-mood", answer: { optionIds: ["unknown"] } });
    await arrives();
    expect(question(run, "q-mood").answer).toBeUndefined();
  });

  it("a press on next without an answer shows what is missing", async () => {
    const { run, arrives, effects } = start();
    run.send({ type: "next" });
    await arrives();
    expect(question(run, "q-mood").message).toEqual({ key: "required" });
    expect(effects.map(({ type }) => type)).toEqual(["focus"]);
  });

  it("it gets what its own effects cause after everything that was queued", async () => {
    const { run, arrives, sent } = start();
    run.send({ type: "answered", questionId: "q-mood", answer: { optionIds: ["mood-good"] } });
    run.send({ type: "next" });
    await arrives({
      perform: (effect, send) => effect.type === "schedule" && send({ type: "timer", timer: effect.timer }),
    });
    expect(sent.map(({ type }) => type)).toEqual(["answered", "next", "timer"]);
    expect(run.view().stateId).not.toBe("visit");
  });
});

describe("when the engine cannot be started", () => {
  it("nothing is lost, and the visitor can try again as often as it takes", async () => {
    const { run, fails, arrives, changes, sent } = start();
    const onError = vi.spyOn(console, "error").mockImplementation(() => {});
    run.send({ type: "answered", questionId: "q-mood", answer: { optionIds: ["mood-good"] } });
    await fails();
    expect(run.engine()).toBe("failed");
    run.send({ type: "next" });
    expect(run.engine()).toBe("failed");
    run.startEngine();
    run.startEngine();
    await fails();
    run.startEngine();
    await arrives();

    expect(changes).toEqual(["starting", "failed", "retrying", "failed", "retrying", "running"]);
    expect(sent.map(({ type }) => type)).toEqual(["answered", "next"]);
    expect(run.view().moving).toBe(true);
    expect(onError).toHaveBeenCalledTimes(2);
    onError.mockRestore();
  });
});

it("what a run has asked for is answered to no other run that replaces it", async () => {
  const { run, arrives, effects, sent } = start();
  let reply: Send = () => {};
  await arrives({
    perform: (effect, send) => {
      effects.push(effect);
      reply = send;
    },
  });
  run.send({ type: "answered", questionId: "q-mood", answer: { optionIds: ["mood-good"] } });
  run.send({ type: "next" });
  reply({ type: "online" });
  expect(sent.at(-1)?.type).toBe("online");
  const another = engine.startSession(FLOW, { now: 0, node: { id: "n" }, deviceId: "d" });
  run.replace({ session: another, perform() {} });
  reply({ type: "timer", timer: "state_change" });
  reply({ type: "answered", questionId: "q-mood", answer: { optionIds: ["mood-bad"] } });
  expect(question(run, "q-mood").answer).toBeUndefined();
});

/** Starts a run behind the view that the real engine shows first. The test says when the engine arrives. */
function start() {
  const session = engine.startSession(FLOW, { now: 0, node: { id: "n" }, deviceId: "d" });
  const first: View = structuredClone(session.view());
  const attempts: { resolve(driver: RunDriver): void; reject(reason: Error): void }[] = [];
  const effects: FlowEffect[] = [];
  const sent: Parameters<RunDriver["session"]["update"]>[0][] = [];
  let time = 0;
  const clock = () => {
    time += 1;
    return time;
  };
  const run = startFlowRunBehind(
    first,
    clock,
    () => new Promise((resolve, reject) => attempts.push({ resolve, reject })),
  );
  const changes: EngineStatus[] = [];
  run.subscribe(() => changes.at(-1) !== run.engine() && changes.push(run.engine()));
  run.startEngine();
  const settle = async (settleOne: (attempt: (typeof attempts)[number]) => void) => {
    await vi.waitUntil(() => attempts.length > 0);
    settleOne(attempts.splice(0, 1)[0] as (typeof attempts)[number]);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return {
    run,
    effects,
    changes,
    sent,
    fails: () => settle(({ reject }) => reject(new Error("no network"))),
    arrives: (driver: Partial<RunDriver> = {}) =>
      settle(({ resolve }) =>
        resolve({
          session: {
            view: () => session.view(),
            update(event) {
              sent.push(event);
              return session.update(event);
            },
            report: () => session.report(),
          },
          perform: (effect) => effects.push(effect),
          ...driver,
        }),
      ),
  };
}

function question(run: FlowRun, id: string): QuestionElement {
  const found = run.view().elements.find((element) => "questionId" in element && element.questionId === id);
  return found as QuestionElement;
}
