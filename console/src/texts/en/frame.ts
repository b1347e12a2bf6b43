/** Texts of the frame around the pages: navigation, keys, palette, in English. The comments say where. */
export const frame = {
  // The areas, in the navigation and as titles.
  frame_inbox: "Inbox",
  frame_feedback: "Feedback",
  frame_results: "Results",
  frame_channels: "Channels",
  frame_settings: "Settings",

  // Around the pages.
  frame_skip: "Skip to the content",
  frame_navigation: "Areas",
  frame_account: "Account",
  frame_unanswered: "{count, plural, one {# chat waits for an answer} other {# chats wait for an answer}}",
  frame_unanswered_many: "More than {count} chats wait for an answer",
  frame_more_than: "{count}+",

  // The list of keys.
  frame_keys: "Keyboard shortcuts",
  frame_keys_everywhere: "Everywhere",
  frame_keys_list: "Show the shortcuts",
  frame_keys_characters: "Shortcuts of single characters",
  frame_keys_characters_hint:
    "Turn them off if you press them by mistake, or speak to your device. All others stay.",
  frame_close: "Close",

  // What keys lead to.
  frame_go_inbox: "Go to the inbox",
  frame_go_feedback: "Go to feedback",
  frame_go_results: "Go to results",
  frame_go_channels: "Go to channels",
  frame_go_settings: "Go to settings",

  // The palette: one field from which everything is reached.
  frame_palette: "Go to or search",
  frame_palette_open: "Go to a page, or search",
  frame_palette_found: "{count, plural, one {# result} other {# results}}",
  frame_palette_pages: "Pages",
  frame_palette_search: "Search",
  frame_palette_acts: "Actions",
  frame_search_chats: "Search in chats for “{text}”",
  frame_search_feedback: "Find feedback with “{text}”",
} as const;
