/**
 * The English texts, which are also the fallback of every other language. The comment above a text says where it
 * appears, for anyone who translates it (docs/languages.md). A text whose wording depends on a number has a form for each
 * plural category; `by` names the number.
 */
export const en = {
  // Messages of the engine and the server, below a question or above the button (docs/engine.md#messages).
  // Below a matrix: every row needs an answer.
  answer_all: "Please answer all of the questions to continue.",
  // Below a required question without an answer.
  required: "Please fill in this field to continue.",
  invalid_email: "Please enter a valid email.",
  invalid_phone: "Please enter a valid phone number.",
  // The answer is of the wrong kind, for an unknown reason.
  invalid_answer: "Your answer could not be validated, please check again.",
  // What was typed is no number. `example` is one as the language writes it.
  invalid_number: "Please enter a number, such as {example}.",
  // A day in a year that nobody means, such as 2569 or 25.
  invalid_year: "Please check the year: it is too early or too late.",
  // Above the button: the visitor tries to submit a form without any answer.
  at_least_one: "At least one question must be answered.",
  min_selection: {
    by: "minSelectionCount",
    one: "Please select minimum {minSelectionCount} option.",
    other: "Please select minimum {minSelectionCount} options.",
  },
  max_selection: {
    by: "maxSelectionCount",
    one: "Please select maximum {maxSelectionCount} option.",
    other: "Please select maximum {maxSelectionCount} options.",
  },
  number_between: "Please enter a number between {lowerlimit} and {upperlimit}.",
  number_min: "Please enter a number greater than or equal to {lowerlimit}.",
  number_max: "Please enter a number less than or equal to {upperlimit}.",
  // Characters are letters and signs of a text.
  length_between: {
    by: "maxResponseLength",
    one: "Please enter an answer between {minResponseLength} and {maxResponseLength} character.",
    other: "Please enter an answer between {minResponseLength} and {maxResponseLength} characters.",
  },
  length_min: {
    by: "minResponseLength",
    one: "Please enter an answer that is at least {minResponseLength} character.",
    other: "Please enter an answer that is at least {minResponseLength} characters.",
  },
  length_max: {
    by: "maxResponseLength",
    one: "Please enter an answer that is at most {maxResponseLength} character.",
    other: "Please enter an answer that is at most {maxResponseLength} characters.",
  },
  // On a scale or a slider.
  value_between: "Enter a value between {min} and {max}.",
  // Instead of the form: the link was changed on its way, so its signature does not match.
  invalid_signature: "Invalid Signature!",
  // Below a question with files, while the visitor tries to continue.
  uploading: "Please wait until your files are uploaded.",
  upload_failed: "A file could not be uploaded. Please try again, or remove it.",
  // Verifying a phone number with a code from a text message.
  wrong_code: "The verification code you entered is wrong.",
  code_expired: "This code is no longer valid. Please request a new one.",
  too_many_codes: "Too many codes requested. Please wait before requesting a new one.",
  phone_country: "Codes cannot be sent to numbers in this country.",
  unverified_phone: "Please verify your phone number again.",
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
  // Title of the list of languages: the language in which the page is shown.
  interface_language: "Interface Language",
  // A small line above `interface_language`.
  please_select: "Please Select",
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
  // The title of the page, where an answer is missing or wrong. `title` is the page's question.
  error_title: "Error: {title}",
  page_of: "Page {page} of {count}",
} as const;
