import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { signInWays, staffPath } from "../basics/page";
import { returnPath } from "../session/returnPath";
import { sessionQuery, useTakeSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { CommandLine } from "../ui/CommandLine";
import { PageTitle } from "../ui/PageTitle";
import { PlainFrame } from "../ui/PlainFrame";
import { QueryState } from "../ui/QueryState";
import { SingleSignOnLink } from "../ui/SingleSignOnLink";
import type { Session } from "../wire";
import { SignInForm } from "./SignInForm";
import { signOnProblem } from "./signOnProblem";

/** The command that makes the first account (docs/console.md#first-account). */
const FIRST_USER = "pulsen user add EMAIL --name NAME --role owner";

interface Props {
  /** The page that was wanted before. */
  wanted: string | undefined;
  /** Why single sign-on has led back here, as the server names it. */
  problem: string | undefined;
}

/** Signs in, and leads to the page that was wanted before. */
export function SignInPage({ wanted, problem }: Props) {
  const query = useQuery(sessionQuery);
  const { history } = useRouter();
  const takeSession = useTakeSession();
  const text = useText();
  const why = signOnProblem(problem);
  const isSignedIn = Boolean(query.data?.session);
  const path = returnPath(wanted);
  useEffect(() => {
    if (isSignedIn && !why) history.replace(staffPath() + path);
  }, [isSignedIn, history, path, why]);
  return (
    <PlainFrame>
      {why && (
        <div className="note note--problem" role="alert">
          <p>{text(why)}</p>
        </div>
      )}
      <QueryState query={query}>
        {({ session, hasUsers }) => {
          if (!session) return <Ways path={path} hasUsers={hasUsers} onSignedIn={takeSession} />;
          // Somebody who is signed in could not confirm who they are.
          return why && <BackLink path={path} />;
        }}
      </QueryState>
    </PlainFrame>
  );
}

interface WaysProps {
  path: string;
  hasUsers: boolean;
  onSignedIn: (session: Session) => void;
}

function Ways({ path, hasUsers, onSignedIn }: WaysProps) {
  const text = useText();
  const { passwords, singleSignOn } = signInWays();
  if (!passwords)
    return (
      <div className="form">
        {hasUsers ? <PageTitle title={text("title_sign_in")} /> : <NoUsers hint="no_users_hint_sso" />}
        <p className="soft">{text("sso_hint")}</p>
        <SingleSignOnLink kind="primary" back={path} />
      </div>
    );
  return (
    <>
      {hasUsers ? <SignInForm onSignedIn={onSignedIn} /> : <NoUsers hint="no_users_hint" />}
      {singleSignOn && (
        <div className="form">
          <p className="or">{text("or")}</p>
          <SingleSignOnLink kind="secondary" back={path} />
        </div>
      )}
    </>
  );
}

function NoUsers({ hint }: { hint: "no_users_hint" | "no_users_hint_sso" }) {
  const text = useText();
  return (
    <>
      <PageTitle title={text("no_users")} />
      <p className="soft">{text(hint)}</p>
      <CommandLine command={FIRST_USER} />
    </>
  );
}

function BackLink({ path }: { path: string }) {
  return (
    <a className="link" href={staffPath() + path}>
      {useText()("back")}
    </a>
  );
}
