import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readInboxSearch } from "../../inbox/search";
import { signedIn } from "./frames";

const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: "/inbox",
  staticData: { layout: "full" },
  validateSearch: readInboxSearch,
  component: lazyRouteComponent(() => import("../../inbox/InboxPage"), "InboxPage"),
});

/** With a chat beside the list. The page is that of the list, so that it stays as it is. */
const chat = createRoute({
  getParentRoute: () => inbox,
  path: "/$feedback",
  staticData: { layout: "full" },
});

export const inboxRoutes = [inbox.addChildren([chat])] as const;
