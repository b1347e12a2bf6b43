import type { QueryClient } from "@tanstack/react-query";
import { createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { staffPath } from "../basics/page";
import { BrokenPage } from "../frame/BrokenPage";
import { channelsRoutes } from "./routes/channels";
import { feedbackRoutes } from "./routes/feedback";
import { root, signedIn } from "./routes/frames";
import { inboxRoutes } from "./routes/inbox";
import { resultsRoutes } from "./routes/results";
import { settingsRoutes } from "./routes/settings";
import { readSearch, writeSearch } from "./search";

const SignInPage = lazyRouteComponent(() => import("../signIn/SignInPage"), "SignInPage");
const LinkPage = lazyRouteComponent(() => import("../links/LinkPage"), "LinkPage");

const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/inbox", replace: true });
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: ({
    return: wanted,
    problem,
  }: Record<string, unknown>): {
    return?: string;
    problem?: string;
  } => ({
    ...(typeof wanted === "string" && { return: wanted }),
    ...(typeof problem === "string" && { problem }),
  }),
  component: function SignIn() {
    const { return: wanted, problem } = signIn.useSearch();
    return <SignInPage wanted={wanted} problem={problem} />;
  },
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: "/welcome",
  component: () => <LinkPage kind="welcome" />,
});

const reset = createRoute({
  getParentRoute: () => root,
  path: "/reset",
  component: () => <LinkPage kind="reset" />,
});

const me = createRoute({
  getParentRoute: () => signedIn,
  path: "/me",
  component: lazyRouteComponent(() => import("../me/MePage"), "MePage"),
});

const routeTree = root.addChildren([
  start,
  signIn,
  welcome,
  reset,
  signedIn.addChildren([
    me,
    ...inboxRoutes,
    ...feedbackRoutes,
    ...resultsRoutes,
    ...channelsRoutes,
    ...settingsRoutes,
  ]),
]);

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

/** Creates what shows the page of the address. Routes ask for what their pages need while those are loading. */
export function createConsoleRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    context: { queries },
    basepath: staffPath(),
    defaultErrorComponent: BrokenPage,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ConsoleRouter;
  }
}
