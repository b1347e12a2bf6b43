import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import "../styles/channels.css";
import { useText } from "../texts/TextsProvider";
import { Badge } from "../ui/Badge";
import { Button } from "../ui/Button";
import { PageTitle } from "../ui/PageTitle";
import { QueryState } from "../ui/QueryState";
import { Section } from "../ui/Section";
import { TabLinks } from "../ui/TabLinks";
import type { ListedRecord } from "../wire";
import { ArchiveSection } from "./ArchiveSection";
import { valueAt } from "./document";
import { linkAddress } from "./embedding";
import { LeaveGuard } from "./LeaveGuard";
import { LinkAddress } from "./LinkAddress";
import { NODE_LAYOUT } from "./layouts";
import { NewChannel } from "./NewChannel";
import { RecordForm } from "./RecordForm";
import { RecordNotes } from "./RecordNotes";
import { RevisionsPart } from "./RevisionsPart";
import { listQuery, publicAddressQuery, recordQuery, type StoredRecord } from "./records";
import { useAccess } from "./useAccess";
import { useChoices } from "./useChoices";
import { useRecordEditor } from "./useRecordEditor";
import { WidgetLinks } from "./WidgetLinks";

export type NodePart = "settings" | "share" | "revisions";

/** One channel: its settings, its link page with its widgets, and its revisions. */
export function NodePage({ node, part }: { node: string; part: NodePart }) {
  const record = useQuery(recordQuery("nodes", node));
  const list = useQuery(listQuery("nodes", node));
  const widgets = useQuery(listQuery("widgets", node));
  const listed = list.data?.find(({ id }) => id === node);
  return (
    <QueryState query={record}>
      {(stored) => (
        <QueryState query={list}>
          {() =>
            listed && (
              <NodeParts
                key={node}
                stored={stored}
                listed={listed}
                widgets={widgets.data ?? []}
                part={part}
              />
            )
          }
        </QueryState>
      )}
    </QueryState>
  );
}

interface Props {
  stored: StoredRecord;
  listed: ListedRecord;
  widgets: readonly ListedRecord[];
  part: NodePart;
}

function NodeParts({ stored, listed, widgets, part }: Props) {
  const text = useText();
  const { id } = listed;
  const access = useAccess("nodes", listed, stored);
  const editor = useRecordEditor("nodes", id, NODE_LAYOUT, stored, access !== "full" || listed.archived);
  const choices = useChoices(editor.document.flow_id);
  const [isArchived, setArchived] = useState(false);
  const name = String(valueAt(stored.document, ["name"]) ?? id);
  const canChange = access === "full";
  const active = widgets.filter(({ archived }) => !archived);
  return (
    <>
      <LeaveGuard isDirty={editor.isDirty && !isArchived} />
      <nav className="channels-back">
        <Link to="/channels" className="link">
          {text("channels_title")}
        </Link>
      </nav>
      <PageTitle title={name}>
        <bdi>{name}</bdi>
      </PageTitle>
      <p className="channels-facts soft">
        <span>
          {text("channels_id")} <bdi>{id}</bdi>
        </span>
        {listed.archived && <Badge>{text("channels_archived")}</Badge>}
        {!listed.archived && stored.document.status === "inactive" && (
          <Badge tone="warning">{text("channels_inactive")}</Badge>
        )}
      </p>
      <RecordNotes kind="nodes" listed={listed} access={access} />
      <TabLinks
        label={text("channels_parts")}
        links={[
          { label: text("channels_part_settings"), part: "settings" as const },
          { label: text("channels_part_share"), part: "share" as const },
          { label: text("channels_part_revisions"), part: "revisions" as const },
        ].map(({ label, part: own }) => ({
          to: "/channels/$node",
          params: { node: id },
          search: own === "settings" ? {} : { part: own },
          label,
          isCurrent: own === part,
        }))}
      />
      {part === "settings" && (
        <>
          <RecordForm editor={editor} choices={choices} />
          {canChange && !listed.archived && (
            <ArchiveSection
              kind="nodes"
              listed={listed}
              name={name}
              widgets={active}
              isDirty={editor.isDirty}
              onArchived={() => setArchived(true)}
            />
          )}
        </>
      )}
      {part === "share" && <SharePart id={id} widgets={widgets} canCreate={canChange && !listed.archived} />}
      {part === "revisions" && (
        <RevisionsPart kind="nodes" id={id} layout={NODE_LAYOUT} canChange={canChange} />
      )}
    </>
  );
}

function SharePart({
  id,
  widgets,
  canCreate,
}: {
  id: string;
  widgets: readonly ListedRecord[];
  canCreate: boolean;
}) {
  const text = useText();
  const [isCreating, setCreating] = useState(false);
  const { data: all, isPending } = useQuery(listQuery("widgets"));
  // As the list of channels does: any widget that is in use knows the address that visitors use.
  const known = [...widgets, ...(all ?? [])].find(({ archived }) => !archived);
  const address = useQuery({ ...publicAddressQuery(known?.id ?? null), enabled: !isPending });
  return (
    <>
      <Section title={text("channels_address")} hint={text("channels_address_hint")}>
        <QueryState query={address}>
          {(server) => <LinkAddress address={linkAddress(server, id)} isOpen />}
        </QueryState>
      </Section>
      <Section title={text("channels_widgets")}>
        <WidgetLinks nodeId={id} widgets={widgets} />
        {canCreate && (
          <div className="actions">
            <Button kind="secondary" icon={Plus} onPress={() => setCreating(true)}>
              {text("channels_new_widget")}
            </Button>
          </div>
        )}
        {isCreating && <NewChannel nodeId={id} onClose={() => setCreating(false)} />}
      </Section>
    </>
  );
}
