import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { createElement } from "react";
import type { NodePart } from "../../channels/NodePage";
import type { WidgetPart } from "../../channels/WidgetPage";
import { signedIn } from "./frames";

const channels = createRoute({
  getParentRoute: () => signedIn,
  path: "/channels",
  component: lazyRouteComponent(() => import("../../channels/ChannelsPage"), "ChannelsPage"),
});

const NodePage = lazyRouteComponent(() => import("../../channels/NodePage"), "NodePage");
const WidgetPage = lazyRouteComponent(() => import("../../channels/WidgetPage"), "WidgetPage");

const node = createRoute({
  getParentRoute: () => signedIn,
  path: "/channels/$node",
  validateSearch: ({ part }: Record<string, unknown>): { part?: Exclude<NodePart, "settings"> } =>
    part === "share" || part === "revisions" ? { part } : {},
  component: function Node() {
    const { node: id } = node.useParams();
    const { part = "settings" } = node.useSearch();
    return createElement(NodePage, { node: id, part });
  },
});

const widget = createRoute({
  getParentRoute: () => signedIn,
  path: "/channels/$node/widgets/$code",
  validateSearch: ({ part }: Record<string, unknown>): { part?: Exclude<WidgetPart, "settings"> } =>
    part === "embed" || part === "revisions" ? { part } : {},
  component: function Widget() {
    const { node, code } = widget.useParams();
    const { part = "settings" } = widget.useSearch();
    return createElement(WidgetPage, { node, code, part });
  },
});

export const channelsRoutes = [channels, node, widget] as const;
