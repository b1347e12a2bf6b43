import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedIn } from "./frames";

const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: "/inbox",
  staticData: { layout: "full" },
  component: lazyRouteComponent(() => import("../../inbox/InboxPage"), "InboxPage"),
});

export const inboxRoutes = [inbox] as const;
