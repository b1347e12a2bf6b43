/** The English texts, which are also the fallback of every other language. */
export const en = {
  // Messages of the engine and the server (docs/engine.md#messages).
  answer_all: "Please answer all of the questions to continue.",
  required: "Please fill in this field to continue.",
  invalid_email: "Please enter a valid email.",
  invalid_phone: "Please enter a valid phone number.",
  invalid_answer: "Your answer could not be validated, please check again.",
  at_least_one: "At least one question must be answered.",
  min_selection: "Please select minimum {minSelectionCount} options.",
  max_selection: "Please select maximum {maxSelectionCount} options.",
  number_between: "Please enter a number between {lowerlimit} and {upperlimit}.",
  number_min: "Please enter a number greater than or equal to {lowerlimit}.",
  number_max: "Please enter a number less than or equal to {upperlimit}.",
  length_between: "Please enter an answer between {minResponseLength} and {maxResponseLength} characters.",
  length_min: "Please enter an answer that is at least {minResponseLength} characters.",
  length_max: "Please enter an answer that is at most {maxResponseLength} characters.",
  value_between: "Enter a value between {min} and {max}.",
  invalid_signature: "Invalid Signature!",
  wrong_code: "The verification code you entered is wrong.",
  prevent_multiple_feedback: "You have already given your feedback. Thank you!",
  not_accepting: "This form is not taking feedback at the moment.",
  quota_used_up: "This form has all the answers that it needs. Thank you!",

  // Error pages.
  system_error: "Something went wrong. Please try again later.",
  wrong_url: "Looks like the URL is typed wrong or the link that was clicked on is broken",
  not_found: "404 Not Found",

  // Pages of nodes that take no feedback (docs/widget.md#activation).
  not_open_yet: "This form is not open yet.",
  opens_at: "It opens on {date}.",
  expired: "This form is closed. Thank you for your interest.",

  // The interface.
  thank_you: "Thank You",
  opening_chat: "Opening the chat…",
  back: "Back",
  close: "Close",
  loading: "Loading…",
  sending: "Sending…",
  required_mark: "required",
  interface_language: "Interface Language",
  please_select: "Please Select",
  powered_by: "Powered by",
  opens_in_new_tab: "opens in a new tab",
  idle_warning: "Are you still there? This page is about to start over.",
  idle_continue: "I am still here",

  // Unsubscribing from invitations (docs/widget.md#unsubscribing).
  unsubscribe: "Unsubscribe",
  unsubscribe_sms: "No more text messages?",
  unsubscribe_whatsapp: "No more WhatsApp messages?",
  unsubscribe_push_notification: "No more notifications?",
  unsubscribe_explanation: "You will not be invited in this way any more.",
  unsubscribed_sms: "You will get no more text messages.",
  unsubscribed_whatsapp: "You will get no more WhatsApp messages.",
  unsubscribed_push_notification: "You will get no more notifications.",
  cancel: "Cancel",

  // Questions.
  given_name: "First name",
  family_name: "Last name",
  phone_hint: "With country code, like +90\u00a0532\u00a0123\u00a045\u00a067",
  phone_hint_country: "Numbers without a country code get +{code}.",
  ranking_hint: "Tap in your order of preference, best first.",
  move_up: "Move up",
  move_down: "Move down",
  remove: "Remove",
  place_of: "place {place} of {count}",
  no_place: "no place",
  rating_of: "{value} of {max}",
  no_answer_yet: "No answer yet",
};
