/** English. The comment above a text says where it appears, for whoever translates it (docs/languages.md). */
export const en = {
  // Below the form: the feedback is complete and could not be sent yet.
  saved: "Saved on this device. It will be sent when there is a connection.",
  // Below: how many feedbacks wait, were sent meanwhile, or will never be taken by the server.
  waiting: "Waiting: {count}",
  sent: "Sent: {count}",
  refused: "Could not be sent: {count}",
  // Below: what waits will soon be set aside. `date` is such as "November 23, 2026".
  expires: "Please connect to the internet soon. Last day for sending: {date}",
  // Buttons for those that could not be sent.
  download: "Download",
  delete: "Delete",
  // A link: the feedback that was sent meanwhile leads to a chat.
  open_chat: "Open chat",
  // Below the form: the browser lets the page store nothing.
  not_stored: "This browser stores nothing. Please keep this page open until your answers are sent.",
} as const;
