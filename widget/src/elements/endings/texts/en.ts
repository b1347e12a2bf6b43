/** English. The comment above a text says where it appears, for translators (docs/languages.md). */
export const en = {
  // Above a number such as "K7QM-2XPD" on the thank-you page, by which staff find the feedback.
  reference: "Your reference number",
  // The button beside it, and what is said when it was pressed.
  copy: "Copy",
  copied: "Copied",
  // Below a button such as "Talk to us", which opens a chat: the answers are saved on this device and not sent yet.
  chat_later: "You can chat with us as soon as your answers have arrived.",
  // Below the same button, after it was pressed: too much time has passed.
  chat_over: "This chat can no longer be opened.",
  // Of all who have answered the same question; `agree` is from 1 to 100, `all` is 100.
  agree: {
    by: "agree",
    one: "{agree} of {all} agrees with you",
    other: "{agree} of {all} agree with you",
  },
  // On thank-you pages that lead to another site by themselves: what will happen, with the number of seconds and a host name such as
  // "shop.example", the link for those who do not want to wait, and the button that stops it.
  leads_on: "You will be taken to {host} in {count} s",
  continue_to: "Continue to {host}",
  stay: "Stay here",
} as const;
