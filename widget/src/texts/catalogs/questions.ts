/**
 * The English texts of questions that few flows have, which are loaded with them. In the files of other languages they are
 * in the section `page`, too.
 */
export const questions = {
  // Labels of two fields for a person's name.
  given_name: "First name",
  family_name: "Last name",
  // After the label of the second of them, in parentheses, where only one is required.
  optional: "optional",
  // Below a field for a phone number.
  phone_hint: "Include the country code, for example +90\u00a0532\u00a0123\u00a045\u00a067",
  // The label of a list of countries, with the codes of their telephone numbers.
  country: "Country",
  // A button: sends a text message with a verification code.
  send_code: "Send code",
  send_code_again: "Send a new code",
  // The same button while it is disabled. `time` counts down, such as "0:59".
  send_code_again_in: "Send a new code in {time}",
  // The label of the field for the code.
  verification_code: "Verification code",
  code_sent_to: "We sent a 6-digit code to {number}.",
  // A button: checks the code that was entered.
  verify_code: "Verify",
  // A button: back to the field for the phone number.
  change_number: "Change number",
  // After `wrong_code`: how often another code may be entered.
  tries_left: {
    by: "count",
    one: "{count} attempt left.",
    other: "{count} attempts left.",
  },
  number_verified: "{number} is verified.",
  // Above options that the visitor puts in order.
  ranking_hint: "Tap the options in order of preference, best first.",
  // Buttons of an option in such a list.
  move_up: "Move up",
  move_down: "Move down",
  remove: "Remove",
  // The place of an option in that order, read out: "place 2 of 5".
  place_of: "place {place} of {count}",
  no_place: "no place",
  // Name of a star, read out: "4 of 5".
  rating_of: "{value} of {max}",
  // Beside a slider that has not been moved.
  no_answer_yet: "No answer yet",
  // The letters that represent the digits of day, month and year, in this order.
  date_letters: "DD MM YYYY",
  // Below a field for a day. `format` is such as DD/MM/YYYY.
  date_hint: "Format: {format}",
  // A link below an agreement, and the button that accepts it.
  read_terms: "Read the full text",
  agree: "I agree",
  // The name of a list of options, and what is read out while the visitor searches it.
  options: "Options",
  options_found: {
    by: "count",
    one: "{count} option found",
    other: "{count} options found",
  },
  no_match: "No matching options.",
  // Instead of options that depend on an earlier answer.
  no_options: "No options available yet.",
} as const;
