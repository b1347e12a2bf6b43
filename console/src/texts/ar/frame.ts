import type { frame as english } from "../en/frame";
import type { InLanguage } from "../types";

/** Texts of the frame around the pages: navigation, keys, palette, in Arabic. */
export const frame: InLanguage<typeof english> = {
  // The areas, in the navigation and as titles.
  frame_inbox: "الوارد",
  frame_feedback: "الآراء",
  frame_results: "النتائج",
  frame_channels: "القنوات",
  frame_settings: "الإعدادات",
};
