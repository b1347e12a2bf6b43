/** English. The comment above a text says where it appears, for translators (docs/languages.md). */
export const en = {
  // Above a number such as "K7QM-2XPD" on the thank-you page, by which staff find the feedback.
  reference: "Your reference number",
  // The button beside it, and what is said when it was pressed.
  copy: "Copy",
  copied: "Copied",
  // Of all who have answered the same question; `agree` is from 1 to 100, `all` is 100.
  agree: {
    by: "agree",
    one: "{agree} of {all} agrees with you",
    other: "{agree} of {all} agree with you",
  },
} as const;
