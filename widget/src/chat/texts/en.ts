/** English: the fallback for languages without a catalog. */
export const en = {
  conversation: "Conversation",
  loading: "Loading the chat…",
  load_error: "The chat could not be loaded.",
  try_again: "Try again",

  your_feedback: "Your feedback",
  you: "You",
  team: "Team",
  agreed: "Agreed",
  click_to_open: "Click to open",
  new_messages: "New messages",

  message: "Message",
  write_message: "Write a message…",
  send: "Send",
  message_sending: "Sending",
  message_sent: "Sent",
  message_not_sent: "Not sent",

  reconnecting: "Connection lost. Reconnecting…",
  offline: "You are offline. New messages appear once you are back.",

  queue: "Thank you! You are in the queue. Someone will be with you soon.",
  queued: "You can write as soon as someone from the team joins.",
  closed: "This chat has been closed.",
  archived: "You have ended this chat.",
  out_of_hours: "We are outside our working hours. You can write here again when we are back.",
  new_feedback: "New feedback",

  end_chat: "End chat",
  end_chat_question: "Do you want to end this chat?",
  end_chat_explanation: "You will not be able to send any more messages in it.",
  end_chat_failed: "The chat could not be ended. Please try again.",
  yes: "Yes",
  no: "No",
};
