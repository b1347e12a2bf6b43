import type { LucideIcon } from "lucide-react";

/** What a menu offers. */
export interface MenuEntry {
  id: string;
  label: string;
  icon?: LucideIcon | undefined;
  /** Whether it takes something away. */
  isDanger?: boolean;
  isDisabled?: boolean;
  onAction: () => void;
}

/** What has the focus first: the menu itself, its first or its last entry. */
export type MenuFocus = true | "first" | "last";
