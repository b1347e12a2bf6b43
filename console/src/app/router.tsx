import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { staffPath } from "../basics/page";
import { LinkPage } from "../links/LinkPage";
import { MePage } from "../me/MePage";
import { SignInPage } from "../signIn/SignInPage";
import { BrokenPage } from "./BrokenPage";
import { NotFoundPage } from "./NotFoundPage";
import { RootFrame } from "./RootFrame";
import { SignedInFrame } from "./SignedInFrame";

const root = createRootRoute({ component: RootFrame, notFoundComponent: NotFoundPage });

const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/me", replace: true });
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

/** The pages that only those see who are signed in. */
const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: SignedInFrame });

const me = createRoute({ getParentRoute: () => signedIn, path: "/me", component: MePage });

const routeTree = root.addChildren([start, signIn, welcome, reset, signedIn.addChildren([me])]);

/** Creates what shows the page of the address. */
export function createConsoleRouter() {
  return createRouter({
    routeTree,
    basepath: staffPath(),
    defaultErrorComponent: BrokenPage,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
