import {
  Activity,
  ClipboardList,
  KeyRound,
  type LucideIcon,
  MessageSquareQuote,
  Plug,
  ShieldBan,
  ShieldCheck,
  Users,
  Webhook,
} from "lucide-react";
import type { TextKey } from "../../texts/en";
import type { Session } from "../../wire";

/** A page of the settings. */
export interface SettingsSection {
  to:
    | "/settings/people"
    | "/settings/tokens"
    | "/settings/webhooks"
    | "/settings/connectors"
    | "/settings/replies"
    | "/settings/blocked"
    | "/settings/privacy"
    | "/settings/audit"
    | "/settings/server";
  title: TextKey;
  hint: TextKey;
  icon: LucideIcon;
  /** What somebody needs to see it, in words. */
  needed: TextKey;
  isFor: (session: Session) => boolean;
}

const manages = ({ rights }: Session) => rights.includes("manage");
const isForAllNodes = ({ user }: Session) => user.nodes === null;
const managesAll = (session: Session) => manages(session) && isForAllNodes(session);

/** The pages of the settings by the last part of their address, in the order in which they are listed. */
export const SECTIONS = {
  people: {
    to: "/settings/people",
    title: "settings_people",
    hint: "settings_people_hint",
    icon: Users,
    needed: "settings_needs_owner",
    isFor: managesAll,
  },
  tokens: {
    to: "/settings/tokens",
    title: "settings_tokens",
    hint: "settings_tokens_hint",
    icon: KeyRound,
    needed: "settings_needs_owner",
    isFor: managesAll,
  },
  webhooks: {
    to: "/settings/webhooks",
    title: "settings_webhooks",
    hint: "settings_webhooks_hint",
    icon: Webhook,
    needed: "settings_needs_manage",
    isFor: manages,
  },
  connectors: {
    to: "/settings/connectors",
    title: "settings_connectors",
    hint: "settings_connectors_hint",
    icon: Plug,
    needed: "settings_needs_edit_all",
    isFor: (session) => session.rights.includes("edit") && isForAllNodes(session),
  },
  replies: {
    to: "/settings/replies",
    title: "settings_replies",
    hint: "settings_replies_hint",
    icon: MessageSquareQuote,
    needed: "settings_needs_read",
    isFor: ({ rights }) => rights.includes("read"),
  },
  blocked: {
    to: "/settings/blocked",
    title: "settings_blocked",
    hint: "settings_blocked_hint",
    icon: ShieldBan,
    needed: "settings_needs_read",
    isFor: ({ rights }) => rights.includes("read"),
  },
  privacy: {
    to: "/settings/privacy",
    title: "settings_privacy",
    hint: "settings_privacy_hint",
    icon: ShieldCheck,
    needed: "settings_needs_export",
    isFor: ({ rights }) => rights.includes("export") || rights.includes("manage"),
  },
  audit: {
    to: "/settings/audit",
    title: "settings_audit",
    hint: "settings_audit_hint",
    icon: ClipboardList,
    needed: "settings_needs_read",
    isFor: ({ rights }) => rights.includes("read"),
  },
  server: {
    to: "/settings/server",
    title: "settings_server",
    hint: "settings_server_hint",
    icon: Activity,
    needed: "settings_needs_owner",
    isFor: managesAll,
  },
} satisfies Record<string, SettingsSection>;

/** Returns the pages that somebody may see. */
export function sectionsFor(session: Session): SettingsSection[] {
  return Object.values<SettingsSection>(SECTIONS).filter(({ isFor }) => isFor(session));
}
