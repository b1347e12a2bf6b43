/** English. The comment above a text says where it appears, for those who translate it (docs/languages.md). */
export const en = {
  // Below the form: the feedback is complete and could not be sent yet. The second one on phones.
  saved: "Your answers are safe on this device. We send them as soon as you are online.",
  saved_phone: "Your answers are safe on this phone. We send them as soon as you are online.",
  // Below: how many feedbacks wait, were sent meanwhile, or will never be taken by the server.
  waiting: "{count} waiting to be sent",
  sent: "{count} sent",
  refused: "{count} could not be sent",
  // Below: what waits will soon be set aside. `date` is such as "November 23, 2026".
  expires: "Please connect to the internet soon to send your feedback. Last day: {date}",
  // Buttons for those that could not be sent.
  download: "Download",
  delete: "Delete",
  // A link: the feedback that was sent meanwhile leads to a chat.
  open_chat: "Open chat",
  // Below the form: the browser lets the page store nothing.
  not_stored: "Your browser does not allow saving. Please keep this page open until your answers are sent.",
} as const;
