import { useQuery } from "@tanstack/react-query";
import { Outlet, useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { KeysProvider, useKeys } from "../keys";
import { LiveProvider } from "../live";
import { ConfirmationProvider } from "../session/Confirmation";
import { needsSecondFactor, sessionQuery } from "../session/session";
import { loadLateParts } from "../ui/latePart";
import { QueryState } from "../ui/QueryState";
import { ToastProvider } from "../ui/Toasts";
import type { Session } from "../wire";
import { areasOf } from "./areas";
import { Framed } from "./Framed";
import { Shell } from "./Shell";

/** After the frame is drawn, before what is opened above the page is loaded (docs/constants.md#delays). */
const LATE_PARTS_MS = 2_000;

/**
 * The frame of the pages that need a session: without one it leads to the sign-in page, and from there back; without a second factor
 * that everybody needs, to the own account.
 */
export function SignedInFrame() {
  const query = useQuery(sessionQuery);
  useEffect(() => {
    const timer = setTimeout(loadLateParts, LATE_PARTS_MS);
    return () => clearTimeout(timer);
  }, []);
  const router = useRouter();
  const isSignedOut = query.data?.session === null;
  useEffect(() => {
    if (!isSignedOut) return;
    const { pathname, searchStr, hash } = router.state.location;
    const wanted = pathname + searchStr + (hash && `#${hash}`);
    void router.navigate({ to: "/sign-in", search: { return: wanted }, replace: true });
  }, [isSignedOut, router]);
  const session = query.data?.session ?? null;
  const mustSetUp = session !== null && needsSecondFactor(session);
  const isElsewhere = useRouterState({ select: ({ location }) => location.pathname !== "/me" });
  const isHeldUp = mustSetUp && isElsewhere;
  useEffect(() => {
    if (isHeldUp) void router.navigate({ to: "/me", replace: true });
  }, [isHeldUp, router]);
  return (
    <Framed value>
      <ToastProvider>
        <LiveProvider of={session && !mustSetUp ? session.user.id : null}>
          <KeysProvider>
            {session && <AreaKeys session={session} />}
            <Shell session={session}>
              <QueryState query={query}>
                {({ session }) =>
                  session &&
                  !isHeldUp && (
                    <ConfirmationProvider key={session.user.id}>
                      <Outlet />
                    </ConfirmationProvider>
                  )
                }
              </QueryState>
            </Shell>
          </KeysProvider>
        </LiveProvider>
      </ToastProvider>
    </Framed>
  );
}

/** The keys that lead to the areas. */
function AreaKeys({ session }: { session: Session }) {
  const navigate = useNavigate();
  useKeys(
    "frame_keys_everywhere",
    areasOf(session).map(({ to, goText, keys }) => ({
      keys,
      text: goText,
      run: () => void navigate({ to }),
    })),
  );
  return null;
}
