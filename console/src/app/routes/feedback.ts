import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedIn } from "./frames";

const feedback = createRoute({
  getParentRoute: () => signedIn,
  path: "/feedback",
  staticData: { layout: "full" },
  component: lazyRouteComponent(() => import("../../feedback/FeedbackPage"), "FeedbackPage"),
});

export const feedbackRoutes = [feedback] as const;
