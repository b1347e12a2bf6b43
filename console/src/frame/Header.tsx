import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { staffPath } from "../basics/page";
import { call } from "../http/call";
import { useText } from "../texts/TextsProvider";
import { Brand } from "../ui/Brand";
import { Button } from "../ui/Button";
import { LanguageSelect } from "../ui/LanguageSelect";
import { ProblemNote } from "../ui/ProblemNote";
import type { Session } from "../wire";

/** What stands above the pages of somebody who is signed in. */
export function Header({ session }: { session: Session | null }) {
  const text = useText();
  const signOut = useMutation({
    mutationFn: () => call("DELETE", "/v1/staff/session"),
    // By loading another page, so that nothing of what was loaded for this person stays in memory.
    onSuccess: () => location.assign(`${staffPath()}/sign-in`),
  });
  return (
    <header className="header">
      <div className="header__row">
        <Link to="/me" className="header__brand" aria-label={text("product")}>
          <Brand />
        </Link>
        <LanguageSelect />
        {session && (
          <Button kind="quiet" isBusy={signOut.isPending} onPress={() => signOut.mutate()}>
            {text("sign_out")}
          </Button>
        )}
      </div>
      <ProblemNote error={signOut.error} />
    </header>
  );
}
