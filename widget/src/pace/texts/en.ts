/** English. The comment above a text says where it appears, for those who translate it (docs/languages.md). */
export const en = {
  // A button: to the next question of a form that shows one question at a time.
  next: "Next",
  // Below such a question: pressing one of its answers leads to the next question.
  choose: "Choose an answer to continue.",
  // Small, below the button: how long the rest of the form takes. "s" are seconds, "min" minutes.
  seconds_left: "About {count} s left",
  minutes_left: "About {count} min left",
} as const;
