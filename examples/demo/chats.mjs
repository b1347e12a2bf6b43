// What happens in the chats that are told.

const MINUTE = 60_000;

/** Returns a chat of `chats.json` with the times at which it happened. */
export function chatOf({ isQueued = false, steps }, began, now) {
  let at = began;
  return {
    is_queued: isQueued,
    steps: steps.map(({ after, snoozeForHours, ...act }) => {
      at += Math.round(after * MINUTE);
      return snoozeForHours ? { at, snooze: { until: now + snoozeForHours * 60 * MINUTE } } : { at, ...act };
    }),
  };
}
