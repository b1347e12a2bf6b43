import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { staffPath } from "../basics/page";
import { returnPath } from "../session/returnPath";
import { sessionQuery, useTakeSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { CommandLine } from "../ui/CommandLine";
import { PageTitle } from "../ui/PageTitle";
import { PlainFrame } from "../ui/PlainFrame";
import { QueryState } from "../ui/QueryState";
import { SignInForm } from "./SignInForm";

/** The command that makes the first account (docs/console.md#first-account). */
const FIRST_USER = "pulsen user add EMAIL --name NAME --role owner";

/** Signs in, and leads to the page that was wanted before. */
export function SignInPage({ wanted }: { wanted: string | undefined }) {
  const query = useQuery(sessionQuery);
  const { history } = useRouter();
  const takeSession = useTakeSession();
  const isSignedIn = Boolean(query.data?.session);
  const path = returnPath(wanted);
  useEffect(() => {
    if (isSignedIn) history.replace(staffPath() + path);
  }, [isSignedIn, history, path]);
  return (
    <PlainFrame>
      <QueryState query={query}>
        {(data) => {
          if (data.session) return null;
          return data.hasUsers ? <SignInForm onSignedIn={takeSession} /> : <NoUsers />;
        }}
      </QueryState>
    </PlainFrame>
  );
}

function NoUsers() {
  const text = useText();
  return (
    <>
      <PageTitle title={text("no_users")} />
      <p className="soft">{text("no_users_hint")}</p>
      <CommandLine command={FIRST_USER} />
    </>
  );
}
