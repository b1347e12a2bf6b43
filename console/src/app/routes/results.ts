import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readResultsSearch } from "../../results/search";
import { signedIn } from "./frames";

const results = createRoute({
  getParentRoute: () => signedIn,
  path: "/results",
  component: lazyRouteComponent(() => import("../../results/ResultsPage"), "ResultsPage"),
});

const ofFlow = createRoute({
  getParentRoute: () => signedIn,
  path: "/results/$flow",
  validateSearch: readResultsSearch,
  component: lazyRouteComponent(() => import("../../results/FlowResultsPage"), "FlowResultsPage"),
});

export const resultsRoutes = [results, ofFlow] as const;
