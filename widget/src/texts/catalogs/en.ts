/**
 * The English texts, which are also the fallback of every other language. The comment above a text says where it
 * appears, for anyone who translates it (docs/languages.md). A text whose wording depends on a number has a form for each
 * plural category; `by` names the number.
 */
export const en = {
  // Messages of the engine and the server that pages without the engine show, too; the others are in `messages.ts`.
  // Below a field for an email address.
  invalid_email: "Please enter a valid email.",
  // Instead of the form: the link was changed on its way, so its signature does not match.
  invalid_signature: "Invalid Signature!",
  // Instead of the form: it takes one feedback of each visitor.
  prevent_multiple_feedback: "You have already given your feedback. Thank you!",
  // Instead of the form, or above the button: the form is closed for now, perhaps outside of opening hours.
  not_accepting: "This form is not accepting feedback right now.",
  // As before: the wanted number of answers has been reached.
  quota_used_up: "We have received all the responses we need. Thank you!",

  // Error pages: each is the only text of its page.
  system_error: "Something went wrong. Please try again later.",
  wrong_url: "Looks like the URL is typed wrong or the link that was clicked on is broken",
  not_found: "404 Not Found",
  // Below the two texts before: what the visitor can do.
  check_address: "Please check the address, or ask the person who sent you the link.",

  // Pages of nodes that take no feedback (docs/widget.md#activation).
  not_open_yet: "This form is not open yet.",
  // Below `not_open_yet`. `date` has day and time, such as "May 3, 2027 at 9:00 AM".
  opens_at: "It opens on {date}.",
  expired: "This form is closed. Thank you for your interest.",

  // The interface.
  // Headline of the last page of a form.
  thank_you: "Thank You",
  // A button on the last page of a form, in a chat and in the list of previous feedback: starts the form from its beginning.
  new_feedback: "New feedback",
  opening_chat: "Opening the chat…",
  // A button: to the previous page of the form.
  back: "Back",
  // A button: closes the widget.
  close: "Close",
  // A button: to the list of what the visitor has written before.
  previous_feedbacks: "Previous feedback",
  // On an error page, after another try.
  still_failing: "Still not working. Please try again in a moment.",
  loading: "Loading…",
  // While the answers are sent.
  sending: "Sending…",
  // Read out after the label of a question that must be answered.
  required_mark: "required",
  // Title of the list of languages, and before the one in which the page is shown: "Your language: English".
  interface_language: "Your language",
  // A small line above `interface_language`, and in a dropdown without a selection.
  please_select: "Please select",
  // Before the name of the product, at the end of the page: "Powered by Pulsen".
  powered_by: "Powered by",
  // Read out after the name of a link.
  opens_in_new_tab: "opens in a new tab",
  // Nobody has touched the page for a while, and its answers are about to be cleared for the next visitor.
  idle_warning: "Are you still there? This page is about to restart.",
  // The button in that warning.
  idle_continue: "I’m still here",

  // Unsubscribing from invitations (docs/widget.md#unsubscribing).
  // A button.
  unsubscribe: "Unsubscribe",
  // Questions of a dialog whose buttons are `unsubscribe` and `cancel`.
  unsubscribe_sms: "Stop receiving text messages?",
  unsubscribe_whatsapp: "Stop receiving WhatsApp messages?",
  unsubscribe_push_notification: "Stop receiving notifications?",
  // Below that question.
  unsubscribe_explanation: "You will no longer receive invitations this way.",
  // After the visitor has unsubscribed.
  unsubscribed_sms: "You will no longer receive text messages.",
  unsubscribed_whatsapp: "You will no longer receive WhatsApp messages.",
  unsubscribed_push_notification: "You will no longer receive notifications.",
  // A button: closes the dialog, and nothing happens.
  cancel: "Cancel",

  // Questions.
  // While another system is asked what follows from an answer, such as the customer of an order number.
  looking_up: "Looking up…",
  look_up_found: "Details found and filled in.",
  look_up_nothing: "No details found for this answer.",
  // A button: repeats what has failed.
  try_again: "Try again",
  // Below a field that takes so many letters and signs: how many more, and how many less.
  characters_left: {
    by: "count",
    one: "{count} character left",
    other: "{count} characters left",
  },
  characters_too_many: {
    by: "count",
    one: "{count} character too long",
    other: "{count} characters too long",
  },
  // The label of the field below an option such as "Other".
  please_specify: "Please specify",
  // A button below an optional question that has an answer: takes it back. Before a colon and the question when read out.
  clear_answer: "Clear answer",
  // The name of a bar that shows how far the visitor has come.
  progress: "Progress",
  // Beside that bar.
  page_of: "Page {page} of {count}",
  // The title of the page, where an answer is missing or wrong. `title` is the page's question.
  error_title: "Error: {title}",
} as const;
