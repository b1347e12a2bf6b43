import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { ChevronRight, Plug } from "lucide-react";
import { useSession } from "../../session/session";
import { useText, useTimeFormat } from "../../texts/TextsProvider";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { QueryState } from "../../ui/QueryState";
import type { ListedRecord } from "../../wire";
import { SettingsPage } from "../parts/SettingsPage";
import { SECTIONS } from "../parts/sections";
import { ConnectorEditor } from "./ConnectorEditor";
import { connectorsQuery } from "./connectors";

const route = getRouteApi("/signed-in/settings/connectors");

/** From which systems visitors' answers are completed. */
export function ConnectorsPage() {
  const { add: isAdding = false } = route.useSearch();
  const text = useText();
  const session = useSession();
  const navigate = useNavigate();
  const section = SECTIONS.connectors;
  const leave = () => void navigate({ to: "/settings/connectors" });
  return (
    <SettingsPage
      section={section}
      action={
        !isAdding && (
          <Button
            icon={Plug}
            onPress={() => void navigate({ to: "/settings/connectors", search: { add: true } })}
          >
            {text("settings_connectors_add")}
          </Button>
        )
      }
    >
      {isAdding ? (
        <ConnectorEditor
          onSaved={(id) =>
            void navigate({ to: "/settings/connectors/$connector", params: { connector: id }, replace: true })
          }
          onCancel={leave}
        />
      ) : (
        section.isFor(session) && <List />
      )}
    </SettingsPage>
  );
}

function List() {
  const text = useText();
  const query = useQuery(connectorsQuery);
  return (
    <QueryState query={query}>
      {(connectors) =>
        connectors.length === 0 ? (
          <Empty icon={Plug} title={text("settings_connectors_none")}>
            {text("settings_connectors_none_hint")}
          </Empty>
        ) : (
          <ul className="rows">
            {connectors.map((connector) => (
              <ConnectorRow key={connector.id} connector={connector} />
            ))}
          </ul>
        )
      }
    </QueryState>
  );
}

function ConnectorRow({ connector }: { connector: ListedRecord }) {
  const text = useText();
  const formatTime = useTimeFormat();
  const { id, archived, owner, changed_at, changed_by } = connector;
  return (
    <li>
      <Link className="settings-link-row" to="/settings/connectors/$connector" params={{ connector: id }}>
        <span className="row__main">
          <span className="row__title">
            <bdi>{id}</bdi>
            {archived && <Badge>{text("settings_archived")}</Badge>}
            {owner === "files" && <Badge>{text("settings_from_files")}</Badge>}
          </span>
          {changed_at && changed_by && (
            <span className="small soft settings__line">
              {text("settings_changed_by", { time: formatTime(changed_at), name: changed_by })}
            </span>
          )}
        </span>
        <ChevronRight className="settings__end-icon" aria-hidden="true" />
      </Link>
    </li>
  );
}
