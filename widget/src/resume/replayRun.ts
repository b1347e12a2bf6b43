import type { FlowEffect, FlowEvent, Update } from "../engine/types";

/** The part of an engine's session that a run is made again with. */
interface Session {
  update(event: FlowEvent): Update;
}

/** The event that ends each kind of request. */
const RESULTS = {
  submit_feedback: "submitted",
  dynamic_request: "looked_up",
  binding_request: "looked_up",
  send_code: "code_sent",
  verify_code: "code_verified",
  unsubscribe: "unsubscribed",
} as const;

/**
 * Lets a fresh session go through what has happened in a run. Requests that had no result when the page went away have failed.
 * Returns the effects that are still to be performed: timers that were running, and what follows from those failures.
 */
export function replayRun(session: Session, events: readonly FlowEvent[]): FlowEffect[] {
  const open = new Map<number, FlowEffect>();
  const timers = new Map<string, FlowEffect>();
  let at = 0;

  function note(effects: FlowEffect[]) {
    for (const effect of effects) {
      if ("requestId" in effect) open.set(effect.requestId, effect);
      if (effect.type === "schedule") timers.set(effect.timer, effect);
    }
  }
  for (const event of events) {
    if (event.type === "timer") timers.delete(String(event.timer));
    if (event.requestId !== undefined) open.delete(event.requestId);
    at = event.at ?? at;
    note(session.update(event).effects);
  }
  const follow = [...open.values()].flatMap((effect) => {
    const failure = failureOf(effect);
    return failure ? session.update({ ...failure, at }).effects : [];
  });
  return [...timers.values(), ...follow];
}

function failureOf(effect: FlowEffect): FlowEvent | undefined {
  if (!("requestId" in effect)) return undefined;
  const { requestId } = effect;
  const result = { type: RESULTS[effect.type], requestId, status: 0 };
  if ("questionId" in effect) return { ...result, questionId: effect.questionId };
  return "channel" in effect ? { ...result, channel: effect.channel } : result;
}
