/**
 * The English messages about answers (docs/engine.md#messages), below a question or above the button. They come with the
 * engine, which decides about them. In the files of other languages they are in the section `page`, too.
 */
export const messages = {
  // Below a required matrix without an answer.
  answer_all: "Please answer all of the questions to continue.",
  // Below a required question without an answer that none of the next sentences says better.
  required: "Please fill in this field to continue.",
  // The same, where one option, or some, can be chosen.
  choose_one: "Choose one answer.",
  choose_some: "Choose at least one answer.",
  // Stars.
  choose_rating: "Please choose a rating.",
  move_slider: "Please move the slider.",
  // A box to check beside a text such as "I agree".
  check_box: "Please check the box to continue.",
  add_file: "Please add a file.",
  add_image: "Please add an image.",
  enter_name: "Please enter a name.",
  // Options to put in order, of which `left` have no place yet.
  rank_all: "Put all {count} in order: {left} left.",
  // A table of statements, each with options to choose from.
  rows_missing: {
    by: "missing",
    one: "{missing} of {count} rows is missing.",
    other: "{missing} of {count} rows are missing.",
  },
  // Below a question that needs several answers. Read out for the whole page, too, when the visitor tries to continue.
  answers_missing: {
    by: "count",
    one: "{count} answer is missing.",
    other: "{count} answers are missing.",
  },
  // Read out when the visitor tries to continue: some answers are missing or wrong.
  answers_to_check: {
    by: "count",
    one: "Please check {count} answer.",
    other: "Please check {count} answers.",
  },
  // A phone number was entered, and the code from the text message was not.
  verify_number: "Please verify your phone number with a code.",
  // What is wrong with a date: a thirteenth month, a day such as February 30, or a part is missing.
  only_months: "There are only 12 months. Please check the date.",
  no_such_day: "This day does not exist. Please check the date.",
  whole_date: "Please enter the day, the month and the year in four digits.",
  whole_number: "Please enter a whole number.",
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
  // Below a question with files, while the visitor tries to continue.
  uploading: "Please wait until your files are uploaded.",
  upload_failed: "A file could not be uploaded. Please try again, or remove it.",
  // Verifying a phone number with a code from a text message.
  wrong_code: "The verification code you entered is wrong.",
  code_expired: "This code is no longer valid. Please request a new one.",
  too_many_codes: "Too many codes requested. Please wait before requesting a new one.",
  phone_country: "Codes cannot be sent to numbers in this country.",
  unverified_phone: "Please verify your phone number again.",
} as const;
