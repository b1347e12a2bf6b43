import { ChartColumn, Inbox, type LucideIcon, MessageSquareText, RadioTower, Settings } from "lucide-react";
import { needsSecondFactor } from "../session/session";
import type { TextKey } from "../texts/en";
import type { Session } from "../wire";

/** A part of the console that the navigation leads to. */
export interface Area {
  to: "/inbox" | "/feedback" | "/results" | "/channels" | "/settings";
  icon: LucideIcon;
  text: TextKey;
  /** What the key does that leads there. */
  goText: TextKey;
  keys: string;
}

const AREAS: readonly Area[] = [
  { to: "/inbox", icon: Inbox, text: "frame_inbox", goText: "frame_go_inbox", keys: "g i" },
  {
    to: "/feedback",
    icon: MessageSquareText,
    text: "frame_feedback",
    goText: "frame_go_feedback",
    keys: "g f",
  },
  {
    to: "/results",
    icon: ChartColumn,
    text: "frame_results",
    goText: "frame_go_results",
    keys: "g r",
  },
  {
    to: "/channels",
    icon: RadioTower,
    text: "frame_channels",
    goText: "frame_go_channels",
    keys: "g c",
  },
  {
    to: "/settings",
    icon: Settings,
    text: "frame_settings",
    goText: "frame_go_settings",
    keys: "g s",
  },
];

/** Returns the areas of somebody. Who has to set up a second factor first gets no further than their own account. */
export function areasOf(session: Session): readonly Area[] {
  return needsSecondFactor(session) ? [] : AREAS;
}
