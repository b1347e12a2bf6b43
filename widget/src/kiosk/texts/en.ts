/** English. The comment above a text says where it appears, for those who translate it (docs/languages.md). */
export const en = {
  // A large button that fills the screen of a kiosk: the visitor touches it to begin to answer.
  begin: "Tap to start",
  // Name of the field for the staff's PIN, and title of its page.
  enter_pin: "Enter PIN",
  // The button below that field.
  confirm: "Continue",
  // Below the field, after a wrong PIN, and how long the next try has to wait.
  wrong_pin: "Incorrect PIN",
  wait: "Try again in {count} s",
  // Name of a small button in the corner, and title of the page that it opens: what only the operator's people may do.
  staff: "For staff",
  // Buttons for staff. In kiosk mode a device shows nothing but the form.
  leave: "Exit kiosk mode",
  start: "Start kiosk mode",
  // All that the page says when kiosk mode was left.
  off: "Kiosk mode is off",
  // A button at the end of the form: the visitor leaves, and the next one may come.
  done: "Done",
  // Below that button: when it happens by itself.
  starts_over: "This page starts over in {count} s",
} as const;
