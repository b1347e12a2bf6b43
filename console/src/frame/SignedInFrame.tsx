import { useQuery } from "@tanstack/react-query";
import { Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { ConfirmationProvider } from "../session/Confirmation";
import { needsSecondFactor, sessionQuery } from "../session/session";
import { QueryState } from "../ui/QueryState";
import { Header } from "./Header";

/**
 * The frame of the pages that need a session: without one it leads to the sign-in page, and from there back; without a second factor
 * that everybody needs, to the own account.
 */
export function SignedInFrame() {
  const query = useQuery(sessionQuery);
  const router = useRouter();
  const isSignedOut = query.data?.session === null;
  useEffect(() => {
    if (!isSignedOut) return;
    const { pathname, searchStr, hash } = router.state.location;
    const wanted = pathname + searchStr + (hash && `#${hash}`);
    void router.navigate({ to: "/sign-in", search: { return: wanted }, replace: true });
  }, [isSignedOut, router]);
  const session = query.data?.session;
  const isElsewhere = useRouterState({ select: ({ location }) => location.pathname !== "/me" });
  const isHeldUp = Boolean(session && needsSecondFactor(session) && isElsewhere);
  useEffect(() => {
    if (isHeldUp) void router.navigate({ to: "/me", replace: true });
  }, [isHeldUp, router]);
  return (
    <div className="shell">
      <Header session={query.data?.session ?? null} />
      <main className="content">
        <QueryState query={query}>
          {({ session }) =>
            session &&
            !isHeldUp && (
              <ConfirmationProvider>
                <Outlet />
              </ConfirmationProvider>
            )
          }
        </QueryState>
      </main>
    </div>
  );
}
