import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute } from "@tanstack/react-router";
import { NotFoundPage } from "../../frame/NotFoundPage";
import { RootFrame } from "../../frame/RootFrame";
import { SignedInFrame } from "../../frame/SignedInFrame";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** `full`: the page fills the window and scrolls in its own parts. By default it is a column that scrolls with the window. */
    layout?: "full";
  }
}

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: RootFrame,
  notFoundComponent: NotFoundPage,
});

/** The pages that only those see who are signed in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  component: SignedInFrame,
});
