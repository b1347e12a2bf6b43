import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from "lucide-react";
import { call } from "../../http/call";
import { useSession } from "../../session/session";
import { en } from "../../texts/en";
import { useText, useTimeFormat } from "../../texts/TextsProvider";
import { useSizeFormat } from "../../texts/useSizeFormat";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { ProblemNote } from "../../ui/ProblemNote";
import { QueryState } from "../../ui/QueryState";
import type { ServerAnswer, ServerCheck } from "../../wire";
import { SettingsPage } from "../parts/SettingsPage";
import { SECTIONS } from "../parts/sections";

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
            <CheckRow key={check.code} check={check} />
          ))}
      </ul>
      <dl className="facts">
        <dt>{text("settings_server_version")}</dt>
        <dd>
          <bdi>{version}</bdi>
        </dd>
        <dt>{text("settings_server_build")}</dt>
        <dd>
          <Systems build={build} />
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

/** What a check has found and what to do. A page older than its server has no words for what is new. */
function Found({ check: { code, number = 0, message, advice } }: { check: ServerCheck }) {
  const text = useText();
  const formatSize = useSizeFormat();
  const key = `server_${code}` as const;
  if (key in en)
    return (
      <p className="small settings__wrap">
        {text(key, { count: number, size: formatSize(number * MEBIBYTE) })}
      </p>
    );
  return (
    <p className="small settings__wrap" dir="ltr" lang="en">
      {[message, advice].filter(Boolean).join("; ")}
    </p>
  );
}

function Systems({ build }: { build: ServerAnswer["build"] }) {
  const text = useText();
  const names = (systems: string[]) => systems.join(", ");
  return (
    <>
      {build.with.length > 0 && <bdi>{names(build.with)}</bdi>}
      {build.without.length > 0 && (
        <p className="small soft">{text("settings_server_without", { names: names(build.without) })}</p>
      )}
    </>
  );
}

const MEBIBYTE = 1024 ** 2;
