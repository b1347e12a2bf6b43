import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../http/call";
import { useText, useTimeFormat } from "../texts/TextsProvider";
import { Badge } from "../ui/Badge";
import { Button } from "../ui/Button";
import { ProblemNote } from "../ui/ProblemNote";
import { QueryState } from "../ui/QueryState";
import { Section } from "../ui/Section";
import { SuccessNote } from "../ui/SuccessNote";
import type { OwnSession } from "../wire";
import { ownSessionsKey, ownSessionsQuery } from "./ownSessions";

/** Where somebody is signed in. */
export function SessionsSection() {
  const text = useText();
  const query = useQuery(ownSessionsQuery);
  return (
    <Section title={text("sessions")} hint={text("sessions_hint")}>
      <QueryState query={query}>{(sessions) => <Sessions sessions={sessions} />}</QueryState>
    </Section>
  );
}

function Sessions({ sessions }: { sessions: OwnSession[] }) {
  const text = useText();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string | null) =>
      call(
        "DELETE",
        id === null ? "/v1/staff/me/sessions" : `/v1/staff/me/sessions/${encodeURIComponent(id)}`,
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ownSessionsKey }),
  });
  return (
    <>
      <ul className="rows">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} isBusy={end.isPending} onEnd={end.mutate} />
        ))}
      </ul>
      <ProblemNote error={end.error} />
      {sessions.length > 1 ? (
        <div className="actions">
          <Button kind="secondary" isBusy={end.isPending} onPress={() => end.mutate(null)}>
            {text("end_others")}
          </Button>
        </div>
      ) : (
        <p className="soft">{text("only_this_browser")}</p>
      )}
      <SuccessNote>{end.isSuccess && end.variables === null && text("sessions_ended")}</SuccessNote>
    </>
  );
}

interface RowProps {
  session: OwnSession;
  isBusy: boolean;
  onEnd: (id: string) => void;
}

function SessionRow({ session, isBusy, onEnd }: RowProps) {
  const text = useText();
  const format = useTimeFormat();
  const times = { since: format(session.created_at), used: format(session.last_used_at) };
  return (
    <li className="row">
      <div className="row__main">
        <p className="row__title">
          <bdi>{session.browser}</bdi>
          {session.is_current && <Badge tone="accent">{text("this_browser")}</Badge>}
        </p>
        <p className="small soft">{text("session_times", times)}</p>
      </div>
      {!session.is_current && (
        <Button
          kind="secondary"
          label={text("end_session_of", { browser: session.browser })}
          isBusy={isBusy}
          onPress={() => onEnd(session.id)}
        >
          {text("end_session")}
        </Button>
      )}
    </li>
  );
}
