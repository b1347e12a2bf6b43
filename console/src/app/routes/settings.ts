import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedIn } from "./frames";

type Search = Record<string, unknown>;

/** Returns the texts of an address that have one of these names. */
function texts<Name extends string>(search: Search, ...names: Name[]): { [name in Name]?: string } {
  const found: { [name in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === "string" && value !== "") found[name] = value;
  }
  return found;
}

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings",
  component: lazyRouteComponent(() => import("../../settings/SettingsFrame"), "SettingsFrame"),
});

const index = createRoute({
  getParentRoute: () => settings,
  path: "/",
  component: lazyRouteComponent(() => import("../../settings/SettingsIndex"), "SettingsIndex"),
});

const people = createRoute({
  getParentRoute: () => settings,
  path: "/people",
  component: lazyRouteComponent(() => import("../../settings/people/PeoplePage"), "PeoplePage"),
});

const tokens = createRoute({
  getParentRoute: () => settings,
  path: "/tokens",
  component: lazyRouteComponent(() => import("../../settings/tokens/TokensPage"), "TokensPage"),
});

const webhooks = createRoute({
  getParentRoute: () => settings,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("../../settings/webhooks/WebhooksPage"), "WebhooksPage"),
});

const webhook = createRoute({
  getParentRoute: () => settings,
  path: "/webhooks/$webhook",
  validateSearch: ({ state }: Search): { state?: "waiting" | "delivered" | "dead" } =>
    state === "waiting" || state === "delivered" || state === "dead" ? { state } : {},
  component: lazyRouteComponent(() => import("../../settings/webhooks/WebhookPage"), "WebhookPage"),
});

const connectors = createRoute({
  getParentRoute: () => settings,
  path: "/connectors",
  validateSearch: ({ add }: Search): { add?: true } => (add === true ? { add } : {}),
  component: lazyRouteComponent(() => import("../../settings/connectors/ConnectorsPage"), "ConnectorsPage"),
});

const connector = createRoute({
  getParentRoute: () => settings,
  path: "/connectors/$connector",
  validateSearch: ({ edit }: Search): { edit?: true } =>
    edit === "true" || edit === true ? { edit: true } : {},
  component: lazyRouteComponent(() => import("../../settings/connectors/ConnectorPage"), "ConnectorPage"),
});

const replies = createRoute({
  getParentRoute: () => settings,
  path: "/replies",
  validateSearch: (search: Search): { search?: string } => texts(search, "search"),
  component: lazyRouteComponent(() => import("../../settings/replies/RepliesPage"), "RepliesPage"),
});

const blocked = createRoute({
  getParentRoute: () => settings,
  path: "/blocked",
  component: lazyRouteComponent(() => import("../../settings/blocked/BlockedPage"), "BlockedPage"),
});

const privacy = createRoute({
  getParentRoute: () => settings,
  path: "/privacy",
  validateSearch: (search: Search): { customer?: string } => texts(search, "customer"),
  component: lazyRouteComponent(() => import("../../settings/privacy/PrivacyPage"), "PrivacyPage"),
});

const audit = createRoute({
  getParentRoute: () => settings,
  path: "/audit",
  validateSearch: (search: Search): { staff?: string; act?: string; node?: string; feedback?: string } =>
    texts(search, "staff", "act", "node", "feedback"),
  component: lazyRouteComponent(() => import("../../settings/audit/AuditPage"), "AuditPage"),
});

const server = createRoute({
  getParentRoute: () => settings,
  path: "/server",
  component: lazyRouteComponent(() => import("../../settings/server/ServerPage"), "ServerPage"),
});

export const settingsRoutes = [
  settings.addChildren([
    index,
    people,
    tokens,
    webhooks,
    webhook,
    connectors,
    connector,
    replies,
    blocked,
    privacy,
    audit,
    server,
  ]),
] as const;
