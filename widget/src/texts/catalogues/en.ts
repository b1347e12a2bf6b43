/** English: the language that stands in wherever another one has no text. */
export const en = {
  // The engine's and the server's messages (specification, section 5).
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

  // Errors (section 8).
  system_error: "Something went wrong. Please try again later.",
  wrong_url: "Looks like the URL is typed wrong or the link that was clicked on is broken",
  not_found: "404 Not Found",

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

  // Questions.
  given_name: "First name",
  family_name: "Last name",
  phone_hint: "With country code, like +90\u00a0532\u00a0123\u00a045\u00a067",
  ranking_hint: "Tap in your order of preference, best first.",
  move_up: "Move up",
  move_down: "Move down",
  remove: "Remove",
  place_of: "place {place} of {count}",
  no_place: "no place",
  rating_of: "{value} of {max}",
  no_answer_yet: "No answer yet",
};
