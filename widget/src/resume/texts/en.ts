/** English. The comment above a text says where it appears, for those who translate it (docs/languages.md). */
export const en = {
  // Above the form, before the button "Start over": the visitor has left it half answered earlier, and is back there. The first for
  // forms that show one question at a time, the second for forms that show their progress, the third for all others.
  at_question: "Welcome back. You are at question {question} of {count}.",
  at_page: "Welcome back. You are at page {page} of {count}.",
  at_place: "Welcome back. You are where you left off.",
  // Above the form, with two buttons, where that takes long or does not succeed.
  begun: "Continue where you left off?",
  go_on: "Continue",
  start_over: "Start over",
  // In place of the first one, when the visitor presses "Continue" and another tab of the browser has gone on with it.
  elsewhere: "You are answering this form in another tab. Close that tab to continue here.",
  // Above the form, when the visitor goes on with it: files that neither device nor server has any more. `names` is such as "a.png, b.pdf".
  files_lost: "Some files could not be saved. Please add them again: {names}",
} as const;
