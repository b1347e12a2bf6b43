import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedIn } from "./frames";

const results = createRoute({
  getParentRoute: () => signedIn,
  path: "/results",
  component: lazyRouteComponent(() => import("../../results/ResultsPage"), "ResultsPage"),
});

export const resultsRoutes = [results] as const;
