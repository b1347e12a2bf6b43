import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedIn } from "./frames";

const channels = createRoute({
  getParentRoute: () => signedIn,
  path: "/channels",
  component: lazyRouteComponent(() => import("../../channels/ChannelsPage"), "ChannelsPage"),
});

export const channelsRoutes = [channels] as const;
