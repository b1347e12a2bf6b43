import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from "lucide-react";
import { call } from "../../http/call";
import { useSession } from "../../session/session";
import { useText, useTimeFormat } from "../../texts/TextsProvider";
import { useSizeFormat } from "../../texts/useSizeFormat";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { ProblemNote } from "../../ui/ProblemNote";
import { QueryState } from "../../ui/QueryState";
import type { ServerAnswer, ServerCheck } from "../../wire";
import { SettingsPage } from "../parts/SettingsPage";
import { SECTIONS } from "../parts/sections";
import { partsOf, wordsOf } from "./sentences";

/** How the server is, and what to do about it. */
export function ServerPage() {
  const text = useText();
  const session = useSession();
  const isAllowed = SECTIONS.server.isFor(session);
  const query = useQuery({
    queryKey: ["settings-server"],
    queryFn: ({ signal }) => call<ServerAnswer>("GET", "/v1/staff/server", undefined, { signal }),
    enabled: isAllowed,
  });
  return (
    <SettingsPage
      section={SECTIONS.server}
      action={
        <Button
          kind="secondary"
          icon={RefreshCw}
          isBusy={query.isFetching}
          onPress={() => void query.refetch()}
        >
          {text("settings_server_refresh")}
        </Button>
      }
    >
      {isAllowed && (
        <QueryState query={query}>
          {(server) => (
            <>
              <ProblemNote error={query.error} />
              <Health server={server} />
            </>
          )}
        </QueryState>
      )}
    </SettingsPage>
  );
}

function Health({ server }: { server: ServerAnswer }) {
  const text = useText();
  const formatTime = useTimeFormat(WITH_SECONDS);
  const { version, build, database, started_at, now, checks } = server;
  const isWell = checks.every(({ state }) => state === "ok");
  return (
    <>
      <p role="status" className={isWell ? "success" : "settings__strong"}>
        {text(isWell ? "settings_server_well" : "settings_server_not_well")}
      </p>
      <ul className="rows">
        {[...checks]
          .sort((a, b) => SEVERITY[b.state] - SEVERITY[a.state])
          .map((check) => (
            <CheckRow key={check.name + check.message} check={check} />
          ))}
      </ul>
      <dl className="facts">
        <dt>{text("settings_server_version")}</dt>
        <dd>
          <bdi>{version}</bdi>
        </dd>
        <dt>{text("settings_server_build")}</dt>
        <dd>
          <Build build={build} />
        </dd>
        <dt>{text("settings_server_database")}</dt>
        <dd>{database === "sqlite" ? "SQLite" : "PostgreSQL"}</dd>
        <dt>{text("settings_server_started")}</dt>
        <dd>{formatTime(started_at)}</dd>
        <dt>{text("settings_server_now")}</dt>
        <dd>{formatTime(now)}</dd>
      </dl>
    </>
  );
}

const WITH_SECONDS = { dateStyle: "medium", timeStyle: "medium" } as const;
const SEVERITY = { ok: 0, warning: 1, failed: 2 } as const;
const ICONS = { ok: CircleCheck, warning: TriangleAlert, failed: CircleAlert } as const;
const TONES = { ok: "success", warning: "warning", failed: "danger" } as const;

/** The checks that there are; a later version of the server may have others. */
const CHECKS = ["configuration", "database", "disk", "redis", "mail", "webhooks"] as const;

function CheckRow({ check }: { check: ServerCheck }) {
  const text = useText();
  const { name, state } = check;
  const Icon = ICONS[state];
  const known = CHECKS.find((check) => check === name);
  return (
    <li className="row">
      <Icon className={`settings-check settings-check--${state}`} aria-hidden="true" />
      <div className="row__main">
        <p className="row__title">
          {known ? text(`settings_check_${known}`) : <bdi>{name}</bdi>}
          <Badge tone={TONES[state]}>{text(`settings_check_state_${state}`)}</Badge>
        </p>
        <Found check={check} />
      </div>
    </li>
  );
}

/** What a check has found and what to do: where the console has no words for it, in those of the server. */
function Found({ check: { name, state, message, advice } }: { check: ServerCheck }) {
  const text = useText();
  const formatSize = useSizeFormat();
  const words = wordsOf(name, message);
  return (
    <>
      {words ? (
        <p className="small soft">
          {text(words.text, { count: words.number, size: formatSize(words.number * MEBIBYTE) })}
        </p>
      ) : (
        <>
          {name === "configuration" && state !== "ok" && (
            <p className="small soft">{text("settings_server_risk")}</p>
          )}
          <ServerWords isSoft>{message}</ServerWords>
        </>
      )}
      {advice &&
        (words?.advice ? <p className="small">{text(words.advice)}</p> : <ServerWords>{advice}</ServerWords>)}
    </>
  );
}

/** The server's words are English in every language. */
function ServerWords({ isSoft = false, children }: { isSoft?: boolean; children: string }) {
  return (
    <p className={`small settings__wrap${isSoft ? " soft" : ""}`} dir="ltr" lang="en">
      {children}
    </p>
  );
}

function Build({ build }: { build: string }) {
  const text = useText();
  const parts = partsOf(build);
  if (!parts) return <bdi lang="en">{build}</bdi>;
  const { present, absent } = parts;
  return (
    <>
      {present && <bdi>{present}</bdi>}
      {absent && <p className="small soft">{text("settings_server_without", { names: absent })}</p>}
    </>
  );
}

const MEBIBYTE = 1024 ** 2;
