import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../http/call";
import { hasCode } from "../../http/problem";
import { useSession } from "../../session/session";
import { useNumberFormat, useText } from "../../texts/TextsProvider";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Message } from "../../ui/Message";
import { NotFound } from "../../ui/NotFound";
import { PageTitle } from "../../ui/PageTitle";
import { QueryState } from "../../ui/QueryState";
import { useToast } from "../../ui/Toasts";
import { AskDialog } from "../parts/AskDialog";
import { useNodeNames } from "../parts/nodes";
import { SettingsLinkBack } from "../parts/SettingsLinkBack";
import { SECTIONS } from "../parts/sections";
import { ConnectorEditor } from "./ConnectorEditor";
import {
  CONNECTOR,
  CONNECTORS,
  type Connector,
  connectorPath,
  connectorQuery,
  connectorsQuery,
  REVISIONS,
} from "./connectors";
import { Revisions } from "./Revisions";

const route = getRouteApi("/signed-in/settings/connectors/$connector");

/** One connector: what it does, and its revisions. */
export function ConnectorPage() {
  const { connector: id } = route.useParams();
  const { edit: isEditing = false } = route.useSearch();
  const text = useText();
  const session = useSession();
  const isAllowed = SECTIONS.connectors.isFor(session);
  const query = useQuery({ ...connectorQuery(id), enabled: isAllowed });
  // The record itself does not say whether it is archived.
  const { data: listed } = useQuery({ ...connectorsQuery, enabled: isAllowed });
  const isArchived = listed?.find((connector) => connector.id === id)?.archived ?? false;
  if (hasCode(query.error, "not_found"))
    return (
      <>
        <SettingsLinkBack section={SECTIONS.connectors} />
        <NotFound title={text("settings_connectors_unknown")} hint={text("settings_unknown_hint")} isPage />
      </>
    );
  return (
    <>
      <SettingsLinkBack section={SECTIONS.connectors} />
      <div className="settings__head">
        <PageTitle title={id}>
          <bdi>{id}</bdi>
        </PageTitle>
        {isArchived && <Badge>{text("settings_archived")}</Badge>}
      </div>
      <div className="settings__body">
        {!isAllowed ? (
          <Message title={text("no_right")}>{text(SECTIONS.connectors.needed)}</Message>
        ) : (
          <>
            <QueryState query={query}>
              {({ value, version }) => (
                <Details connector={value} version={version} isArchived={isArchived} isEditing={isEditing} />
              )}
            </QueryState>
            {!isEditing && query.data && <Revisions id={id} version={query.data.version} />}
          </>
        )}
      </div>
    </>
  );
}

interface DetailsProps {
  connector: Connector;
  version: string;
  isArchived: boolean;
  isEditing: boolean;
}

function Details({ connector, version, isArchived, isEditing }: DetailsProps) {
  const text = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const { id } = connector;
  const params = { connector: id };
  if (isEditing)
    return (
      <ConnectorEditor
        connector={connector}
        version={version}
        onSaved={() => {
          toast({ text: text("saved") });
          void navigate({ to: "/settings/connectors/$connector", params, replace: true });
        }}
        onCancel={() => void navigate({ to: "/settings/connectors/$connector", params, replace: true })}
      />
    );
  return (
    <>
      <Facts connector={connector} />
      <div className="actions">
        <Button
          kind="secondary"
          onPress={() =>
            void navigate({ to: "/settings/connectors/$connector", params, search: { edit: true } })
          }
        >
          {text("settings_connectors_edit")}
        </Button>
        {!isArchived && (
          <Button kind="danger" onPress={() => setAsked(true)}>
            {text("settings_archive")}
          </Button>
        )}
      </div>
      {isAsked && (
        <AskDialog
          title={text("settings_connectors_archive_title", { id })}
          confirmLabel={text("settings_archive")}
          isDanger
          act={{
            call: () => call("DELETE", connectorPath(id), undefined, { ifMatch: version }),
            changes: [CONNECTORS, CONNECTOR, REVISIONS],
          }}
          onDone={() => {
            toast({ text: text("settings_connectors_archived", { id }) });
            setAsked(false);
          }}
          onCancel={() => setAsked(false)}
        >
          <p>{text("settings_connectors_archive_hint")}</p>
        </AskDialog>
      )}
    </>
  );
}

function Facts({ connector }: { connector: Connector }) {
  const text = useText();
  const formatNumber = useNumberFormat();
  const namesOf = useNodeNames();
  const {
    method = "POST",
    url = "",
    headers = {},
    timeout_ms = 5_000,
    questions,
    data,
    nodes,
    flows,
  } = connector;
  const names = (values: Record<string, unknown> | undefined) => Object.keys(values ?? {}).join(", ") || "–";
  return (
    <dl className="facts">
      <dt>{text("settings_connectors_call")}</dt>
      <dd>
        <bdi dir="ltr">
          {method} {url}
        </bdi>
      </dd>
      <dt>{text("settings_connectors_headers")}</dt>
      <dd>
        <bdi dir="ltr">{names(headers)}</bdi>
      </dd>
      <dt>{text("settings_connectors_timeout")}</dt>
      <dd>{text("settings_connectors_ms", { ms: formatNumber(timeout_ms) })}</dd>
      <dt>{text("settings_connectors_questions")}</dt>
      <dd>
        <bdi>{names(questions)}</bdi>
      </dd>
      <dt>{text("settings_connectors_data")}</dt>
      <dd>
        <bdi>{names(data)}</bdi>
      </dd>
      <dt>{text("settings_nodes")}</dt>
      <dd>
        <bdi>{namesOf(nodes ?? null)}</bdi>
      </dd>
      <dt>{text("settings_connectors_flows")}</dt>
      <dd>
        <bdi>{flows?.join(", ") ?? text("settings_connectors_all_flows")}</bdi>
      </dd>
    </dl>
  );
}
