/** English. The comment above a text says where it appears, for whoever translates it (docs/languages.md). */
export const en = {
  // Name of the list of messages, read out.
  conversation: "Conversation",
  loading: "Loading the chat…",
  load_error: "The chat could not be loaded.",
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

  // The field for a message: its name, and what it shows while it is empty.
  message: "Message",
  write_message: "Write a message…",
  // A button.
  send: "Send",
  // The state of a message.
  message_sending: "Sending",
  message_sent: "Sent",
  message_not_sent: "Not sent",

  // Lines above the field for a message.
  reconnecting: "Connection lost. Reconnecting…",
  offline: "You are offline. New messages appear once you are back.",

  // In place of that field, or above it.
  queue: "Thank you! You are in the queue. Someone will be with you soon.",
  queued: "You can write as soon as someone from the team joins.",
  // The business has closed the chat.
  closed: "This chat has been closed.",
  // The visitor has ended it.
  archived: "You have ended this chat.",
  out_of_hours: "We are outside our working hours. You can write here again when we are back.",
  // A button: starts the form anew.
  new_feedback: "New feedback",

  // A button, and the dialog that it opens.
  end_chat: "End chat",
  end_chat_question: "Do you want to end this chat?",
  end_chat_explanation: "You will not be able to send any more messages in it.",
  end_chat_failed: "The chat could not be ended. Please try again.",
  // The headline of the list of what the visitor has written before, and its states.
  previous_feedbacks: "Your previous feedback",
  previous_loading: "Loading your previous feedback…",
  previous_error: "Your previous feedback could not be loaded.",
  previous_none: "You have no previous feedback here.",
  // Below an entry of that list: messages that the visitor has not seen.
  new_replies: "New replies: {count}",
  // The state of the chat of such an entry. `status_archived`: the visitor has ended it.
  status_open: "Open",
  status_queued: "In the queue",
  status_closed: "Closed",
  status_archived: "Ended",

  // The buttons of the dialog that ends a chat.
  yes: "Yes",
  no: "No",
} as const;
