import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { WidgetConfiguration } from "../protocol/configuration.ts";
import type { DisplayRecord } from "./displayRecord.ts";
import { FRAME_HANDLERS } from "./frameEvents.ts";
import { addHandlers, update } from "./lifecycle.ts";
import type { LifecycleEffect, LifecycleEvent } from "./messages.ts";
import { createLifecycle, type LifecycleState } from "./state.ts";
import { getView, type LifecycleView } from "./view.ts";

/** A file of `fixtures/`: cases by name. */
type Fixture = Record<string, Case>;

interface Case {
  /** The widget's configuration. It always has `WIDGET` too. */
  configuration?: WidgetConfiguration;
  /** Whether the widget's node takes feedback. */
  available?: boolean;
  /** Whether it is a part of the host's page. */
  inline?: boolean;
  /** What the events `load` bring along. Times are relative to the start of the timeline. */
  record?: DisplayRecord;
  timeline: Step[];
}

interface Step {
  /** Milliseconds since the start of the timeline. Timers that are over by then have fired before the event. */
  at?: number;
  /** An event. One that consists of nothing but its type is given as that; `load` and `address` have defaults. */
  event?: string | LifecycleEvent;
  /** The effects since the step before, each as far as it matters, or only its type. */
  effects?: (string | Partial<LifecycleEffect>)[];
  /** The fields of the view that matter after the event. */
  view?: Partial<LifecycleView>;
}

addHandlers(FRAME_HANDLERS);

const START = Date.UTC(2026, 0, 15);
const WIDGET = { code: "PSN-TEST001", web_channel: { id: "c1", name: "Shop" } };
const FIXTURES = join(import.meta.dirname, "fixtures");

for (const file of readdirSync(FIXTURES)) {
  const fixture = JSON.parse(readFileSync(join(FIXTURES, file), "utf8")) as Fixture;
  describe(file, () => {
    it.each(Object.entries(fixture))("%s", (_, { configuration, available, inline, record, timeline }) => {
      const state = createLifecycle({ ...WIDGET, ...configuration }, available, inline);
      const clock = createClock(state, record);
      for (const [index, { at = clock.time(), event, effects, view }] of timeline.entries()) {
        const label = `step ${index}, ${JSON.stringify(event)}`;
        const performed = clock.advance(at).concat(event ? clock.send(event) : []);
        expect(performed, label).toMatchObject((effects ?? []).map(asEffect));
        expect(performed, label).toHaveLength(effects?.length ?? 0);
        if (view) expect(clock.view(), label).toMatchObject(view);
      }
    });
  });
}

/** Runs a life cycle with a clock that stands still between the steps. */
function createClock(state: LifecycleState, record: DisplayRecord = {}) {
  let time = 0;
  let timers: { at: number; event: LifecycleEvent }[] = [];

  function send(event: string | LifecycleEvent): LifecycleEffect[] {
    const asked = asEvent(event, absoluteRecord(record));
    // The widget's timers end with its elements.
    if (asked.type === "_put_back") timers = [];
    const effects = update(state, asked, START + time);
    for (const effect of effects) {
      if (effect.type !== "_start_timer") continue;
      const { timer, _afterMs: afterMs } = effect;
      timers.push({ at: time + afterMs, event: { type: "timer", timer } });
    }
    return effects;
  }

  return {
    time: () => time,
    view: () => getView(state),
    send,
    /** Lets the timers fire in their order until a time. */
    advance(until: number): LifecycleEffect[] {
      const effects: LifecycleEffect[] = [];
      for (;;) {
        const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        time = next.at;
        effects.push(...send(next.event));
      }
      time = until;
      return effects;
    },
  };
}

function asEvent(event: string | LifecycleEvent, record: DisplayRecord): LifecycleEvent {
  const { type, ...fields } = typeof event === "string" ? { type: event } : event;
  const defaults: Record<string, object> = {
    load: { _mobile: false, _addressEnabled: true, _record: record, _draw: 50 },
    address: { _addressEnabled: true },
    open: { _keyboard: false },
    toggle: { _keyboard: false },
    consent: { _record: record },
  };
  const whole = { type, ...defaults[type], ...fields } as LifecycleEvent;
  return whole.type === "feedback_given" ? { ...whole, at: START + whole.at } : whole;
}

/** Effects are compared with what the fixture says of them; times in records are relative there. */
function asEffect(expected: string | Partial<LifecycleEffect>): object {
  if (typeof expected === "string") {
    return expected.startsWith("PSN_")
      ? { type: "_notify_host", message: expected }
      : { type: expected as LifecycleEffect["type"] };
  }
  return expected.type === "store"
    ? { ...expected, _fields: absoluteRecord(expected._fields ?? {}) }
    : expected;
}

function absoluteRecord(record: DisplayRecord): DisplayRecord {
  const absolute = { ...record };
  for (const name of ["firstNow", "lastFeedbackDate"] as const) {
    const time = absolute[name];
    if (typeof time === "number") absolute[name] = START + time;
  }
  return absolute;
}
