import type { frame as english } from "../en/frame";
import type { InLanguage } from "../types";

/** Texts of the frame around the pages: navigation, keys, palette, in Turkish. */
export const frame: InLanguage<typeof english> = {
  // The areas, in the navigation and as titles.
  frame_inbox: "Gelen kutusu",
  frame_feedback: "Geri bildirim",
  frame_results: "Sonuçlar",
  frame_channels: "Kanallar",
  frame_settings: "Ayarlar",
};
