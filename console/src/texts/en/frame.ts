/** Texts of the frame around the pages: navigation, keys, palette, in English. The comments say where. */
export const frame = {
  // The areas, in the navigation and as titles.
  frame_inbox: "Inbox",
  frame_feedback: "Feedback",
  frame_results: "Results",
  frame_channels: "Channels",
  frame_settings: "Settings",
} as const;
