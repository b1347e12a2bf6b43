import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readFilter } from "../../filter/filter";
import { signedIn } from "./frames";

const feedback = createRoute({
  getParentRoute: () => signedIn,
  path: "/feedback",
  staticData: { layout: "full" },
  validateSearch: readFilter,
  component: lazyRouteComponent(() => import("../../feedback/FeedbackPage"), "FeedbackPage"),
});

// The page shows both the list and the feedback of the address, so that the list stays where it is.
const single = createRoute({ getParentRoute: () => feedback, path: "/$id", component: () => null });

const kept = createRoute({
  getParentRoute: () => signedIn,
  path: "/feedback/exports",
  staticData: { layout: "full" },
  component: lazyRouteComponent(() => import("../../feedback/ExportsPage"), "ExportsPage"),
});

export const feedbackRoutes = [feedback.addChildren([single]), kept] as const;
