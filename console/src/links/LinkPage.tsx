import { useQuery } from "@tanstack/react-query";
import { signInWays } from "../basics/page";
import { call } from "../http/call";
import { hasCode } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { PageTitle } from "../ui/PageTitle";
import { PlainFrame } from "../ui/PlainFrame";
import { QueryState } from "../ui/QueryState";
import { SingleSignOnLink } from "../ui/SingleSignOnLink";
import type { OneTimeLink } from "../wire";
import { LinkForm } from "./LinkForm";
import { NotValid } from "./NotValid";
import { useSecret } from "./secret";

/** What a one-time link opens: its person chooses a password. */
export function LinkPage({ kind }: { kind: OneTimeLink["kind"] }) {
  const secret = useSecret();
  if (!signInWays().passwords)
    return (
      <PlainFrame>
        <NotNeeded />
      </PlainFrame>
    );
  return (
    <PlainFrame>
      {secret === null ? <Missing kind={kind} /> : <ShownLink key={secret} secret={secret} />}
    </PlainFrame>
  );
}

/** Where people sign in by single sign-on only. */
function NotNeeded() {
  const text = useText();
  return (
    <div className="form">
      <PageTitle title={text("links_off")} />
      <p className="soft">{text("sso_hint")}</p>
      <SingleSignOnLink kind="primary" back="/" />
    </div>
  );
}

function ShownLink({ secret }: { secret: string }) {
  const query = useQuery({
    queryKey: ["link", secret],
    queryFn: async () => {
      try {
        return await call<OneTimeLink>("POST", "/v1/staff/links/show", { secret });
      } catch (error) {
        if (hasCode(error, "link_not_valid")) return null;
        throw error;
      }
    },
    // What is being filled in stays, whatever happens to the link meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    gcTime: 0,
  });
  return (
    <QueryState query={query}>
      {(link) => (link ? <LinkForm link={link} secret={secret} /> : <NotValid />)}
    </QueryState>
  );
}

function Missing({ kind }: { kind: OneTimeLink["kind"] }) {
  const text = useText();
  return (
    <>
      <PageTitle title={text(kind === "welcome" ? "title_welcome" : "title_reset")}>
        {text("link_missing")}
      </PageTitle>
      <p className="soft">{text("link_missing_hint")}</p>
    </>
  );
}
