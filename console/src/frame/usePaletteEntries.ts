import { useNavigate } from "@tanstack/react-router";
import {
  Keyboard,
  LogOut,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  UserRound,
} from "lucide-react";
import { useShowKeys } from "../keys";
import { sectionsFor } from "../settings/parts/sections";
import type { TextKey } from "../texts/en";
import { useText } from "../texts/TextsProvider";
import type { Session } from "../wire";
import { areasOf } from "./areas";
import { useSignOut } from "./useSignOut";

/** Something that the palette offers. */
export interface PaletteEntry {
  id: string;
  icon: LucideIcon;
  label: string;
  /** Under which title it stands. */
  group: TextKey;
  /** The shortcut that does the same. */
  keys?: string;
  run: () => void;
}

/** Returns what the palette offers for what was typed. */
export function usePaletteEntries(session: Session, typed: string): PaletteEntry[] {
  const text = useText();
  const navigate = useNavigate();
  const showKeys = useShowKeys();
  const signOut = useSignOut();
  const areas = areasOf(session);
  const entries: PaletteEntry[] = [
    ...areas.map(({ to, icon, text: name, keys }) => ({
      id: to,
      icon,
      label: text(name),
      group: "frame_palette_pages" as const,
      keys,
      run: () => void navigate({ to }),
    })),
    {
      id: "me",
      icon: UserRound,
      label: text("title_me"),
      group: "frame_palette_pages",
      run: () => void navigate({ to: "/me" }),
    },
    ...(areas.length > 0 && typed.trim() ? sectionsFor(session) : []).map(({ to, icon, title }) => ({
      id: to,
      icon,
      label: text(title),
      group: "frame_settings" as const,
      run: () => void navigate({ to }),
    })),
    {
      id: "keys",
      icon: Keyboard,
      label: text("frame_keys"),
      group: "frame_palette_acts",
      keys: "Shift+?",
      run: showKeys,
    },
    { id: "sign-out", icon: LogOut, label: text("sign_out"), group: "frame_palette_acts", run: signOut },
  ];
  const search = { text: typed.trim() };
  const searches: PaletteEntry[] = [
    {
      id: "search-chats",
      icon: MessagesSquare,
      label: text("frame_search_chats", search),
      group: "frame_palette_search",
      run: () => void navigate({ to: "/inbox", search }),
    },
    {
      id: "search-feedback",
      icon: MessageSquareText,
      label: text("frame_search_feedback", search),
      group: "frame_palette_search",
      run: () => void navigate({ to: "/feedback", search }),
    },
  ];
  return [
    ...entries.filter(({ label }) => fits(label, typed)),
    ...(search.text && areas.length > 0 ? searches : []),
  ];
}

/** Returns whether a label has all the words that were typed, whatever their case and accents. */
export function fits(label: string, typed: string): boolean {
  const words = folded(label);
  return folded(typed)
    .split(/\s+/)
    .every((word) => words.includes(word));
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i").trim();
}
