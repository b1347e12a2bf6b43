/** English. The comment above a text says where it appears, for anyone who translates it (docs/languages.md). */
export const en = {
  // Name of the list of messages, read out.
  conversation: "Conversation",
  loading: "Loading the chat…",
  load_error: "The chat could not be loaded.",
  // In place of a chat that somebody of the business has deleted.
  deleted: "This chat has been deleted.",
  // A button.
  try_again: "Try again",

  // Headline of the answers from which the chat began.
  your_feedback: "Your feedback",
  // Who wrote a message, read out: the visitor, or somebody of the business.
  you: "You",
  team: "Team",
  // The answer to an agreement.
  agreed: "Agreed",
  // The answer to a question that shows a link.
  click_to_open: "Click to open",
  // A line above messages that the visitor has not seen.
  new_messages: "New messages",
  // A button above the first message, and what is shown there where they could not be loaded.
  earlier_messages: "Earlier messages",
  earlier_failed: "The earlier messages could not be loaded.",
  // Below the last message that the staff have seen.
  seen: "Seen",
  // Below the business's greeting, before anybody has replied.
  reply_minutes: "We usually reply in a few minutes.",
  reply_half_hour: "We usually reply in about 30 minutes.",
  reply_hour: "We usually reply within an hour.",
  reply_hours: "We usually reply within a few hours.",
  reply_day: "We usually reply within a day.",
  // `name` is that of somebody of the business. `joined_by`: above their first message.
  joined_by: "{name} joined",
  typing: "{name} is typing…",

  // The field for a message: its name, and what it shows while it is empty.
  message: "Message",
  write_message: "Write a message…",
  // A button.
  send: "Send",
  // The state of a message.
  message_sending: "Sending",
  message_sent: "Sent",
  message_not_sent: "Not sent",
  message_not_sent_yet: "Not sent yet. Trying again…",
  // Behind a message that was not sent.
  message_held: "Waiting for the message above",
  // A button: deletes a message that was not sent.
  delete: "Delete",
  // Why a message was not sent: the chat had ended; it holds no more messages; it takes no images; the visitor is shut out.
  refused_closed: "This chat was closed before the message arrived.",
  refused_full: "This chat is full.",
  refused_image: "Images cannot be sent in this chat.",
  refused_blocked: "You can no longer send messages in this chat.",
  // Near the longest text that a message may have, and beyond it.
  characters_left: {
    by: "count",
    one: "{count} character left",
    other: "{count} characters left",
  },
  characters_over: {
    by: "count",
    one: "The message is {count} character too long.",
    other: "The message is {count} characters too long.",
  },

  // A button: chooses an image to send.
  add_image: "Add an image",
  // A button: the image `name`, which opens large.
  open_image: "Open image: {name}",
  image_failed: "The image could not be loaded.",
  // A button: saves the image on the device.
  download: "Download",

  // Lines above the field for a message.
  reconnecting: "Connection lost. Reconnecting…",
  offline: "You are offline. New messages appear when you reconnect.",

  // In place of that field, or above it.
  queue: "Thank you! You are in the queue. Someone will be with you soon.",
  // A button below that text, and the dialog that it opens. `keep_waiting`: the other button of the dialog.
  leave_queue: "Leave the queue",
  leave_queue_question: "Do you want to leave the queue?",
  leave_queue_explanation: "You will lose your place.",
  keep_waiting: "Keep waiting",
  // The number of those who wait, with the visitor: 1 is the next one.
  queue_place: "Your position in the queue: {place}",
  queued: "You can write as soon as someone from the team joins.",
  // The queue is over: somebody has taken the chat.
  joined: "Someone from the team has joined. You can write now.",
  // The business has closed the chat.
  closed: "This chat has been closed.",
  // The visitor has ended it.
  archived: "You ended this chat.",
  // A button below the two texts above.
  new_conversation: "Start a new conversation",
  out_of_hours: "We are outside our working hours. You can write here again when we are back.",
  // The same where it is known when they end: a day such as "Monday" or "Friday, December 4", and a time of day. `yours` is that
  // time by the visitor's clock.
  back_at: "We are back on {day} at {time}.",
  back_at_yours: "We are back on {day} at {time} ({yours} your time).",
  back_today: "We are back today at {time}.",
  back_today_yours: "We are back today at {time} ({yours} your time).",
  // Above three buttons with faces, each with its name.
  rating_question: "How was this chat?",
  rating_bad: "Bad",
  rating_neutral: "Okay",
  rating_good: "Good",
  rating_thanks: "Thank you for your rating.",
  rating_failed: "Your rating could not be saved.",
  // Between messages: an earlier rating, which is one of the three names above.
  rated_as: "Your rating: {rating}",

  // A button: the visitor wants an e-mail when somebody replies. Then the name of the field for the address, and the buttons
  // beside it. `email_use`: a button with an address that is known already, partly hidden, such as a…@example.com.
  email_ask: "Email me when there is a reply",
  email_address: "Your email address",
  email_save: "Notify me",
  email_use: "Use {address}",
  // In place of that button, and the button beside it. `email_stopped`: after that one was pressed.
  email_kept: "You will get an email at {address} when there is a reply.",
  email_stop: "Stop emails",
  email_stopped: "You will no longer get emails about this chat.",

  // A button, and the dialog that it opens. `keep_chatting`: the other button of the dialog.
  end_chat: "End chat",
  keep_chatting: "Keep chatting",
  end_chat_question: "Do you want to end this chat?",
  end_chat_explanation: "You will not be able to send more messages.",
  end_chat_failed: "The chat could not be ended. Please try again.",
  // The headline of the list of what the visitor has written before, and its states.
  previous_feedbacks: "Your previous feedback",
  previous_loading: "Loading your previous feedback…",
  previous_error: "Your previous feedback could not be loaded.",
  previous_none: "You have no previous feedback.",
  // Below an entry of that list: messages that the visitor has not seen.
  new_replies: {
    by: "count",
    one: "{count} new reply",
    other: "{count} new replies",
  },
  // The state of the chat of such an entry. `status_archived`: the visitor has ended it.
  status_open: "Open",
  status_queued: "In the queue",
  status_closed: "Closed",
  status_archived: "Ended",
} as const;
