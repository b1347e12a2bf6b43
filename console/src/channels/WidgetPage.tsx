import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import "../styles/channels.css";
import { useText } from "../texts/TextsProvider";
import { Badge } from "../ui/Badge";
import { PageTitle } from "../ui/PageTitle";
import { QueryState } from "../ui/QueryState";
import { TabLinks } from "../ui/TabLinks";
import type { ListedRecord } from "../wire";
import { ArchiveSection } from "./ArchiveSection";
import { valueAt } from "./document";
import { EmbedPart } from "./EmbedPart";
import { LeaveGuard } from "./LeaveGuard";
import { WIDGET_LAYOUT } from "./layouts";
import { RecordForm } from "./RecordForm";
import { RecordNotes } from "./RecordNotes";
import { RevisionsPart } from "./RevisionsPart";
import { listQuery, recordQuery, type StoredRecord } from "./records";
import { SamplePage } from "./SamplePage";
import { useAccess } from "./useAccess";
import { useChoices } from "./useChoices";
import { useRecordEditor } from "./useRecordEditor";

export type WidgetPart = "settings" | "embed" | "revisions";

/** One widget: its settings beside a sample page, what a site needs for it, and its revisions. */
export function WidgetPage({ node, code, part }: { node: string; code: string; part: WidgetPart }) {
  const record = useQuery(recordQuery("widgets", code));
  const list = useQuery(listQuery("widgets", node));
  const listed = list.data?.find(({ id }) => id === code);
  return (
    <QueryState query={record}>
      {(stored) => (
        <QueryState query={list}>
          {() => listed && <WidgetParts key={code} stored={stored} listed={listed} node={node} part={part} />}
        </QueryState>
      )}
    </QueryState>
  );
}

interface Props {
  stored: StoredRecord;
  listed: ListedRecord;
  node: string;
  part: WidgetPart;
}

function WidgetParts({ stored, listed, node, part }: Props) {
  const text = useText();
  const { id: code } = listed;
  const access = useAccess("widgets", listed, stored);
  const editor = useRecordEditor(
    "widgets",
    code,
    WIDGET_LAYOUT,
    stored,
    access !== "full" || listed.archived,
  );
  const ofNode = useQuery(recordQuery("nodes", node));
  const flowId = ofNode.data?.document.flow_id;
  const choices = useChoices(flowId);
  const [isArchived, setArchived] = useState(false);
  const name = String(valueAt(stored.document, ["web_channel", "name"]) ?? code);
  const canChange = access === "full";
  return (
    <>
      <LeaveGuard isDirty={editor.isDirty && !isArchived} />
      <nav className="channels-back">
        <Link to="/channels" className="link">
          {text("channels_title")}
        </Link>
        <span aria-hidden>/</span>
        <Link to="/channels/$node" params={{ node }} className="link">
          <bdi>{String(ofNode.data?.document.name ?? node)}</bdi>
        </Link>
      </nav>
      <PageTitle title={name}>
        <bdi>{name}</bdi>
      </PageTitle>
      <p className="channels-facts soft">
        <span>
          {text("channels_code")} <bdi>{code}</bdi>
        </span>
        {listed.archived && <Badge>{text("channels_archived")}</Badge>}
      </p>
      <RecordNotes kind="widgets" listed={listed} access={access} />
      <TabLinks
        label={text("channels_parts")}
        links={[
          { label: text("channels_part_settings"), part: "settings" as const },
          { label: text("channels_part_embed"), part: "embed" as const },
          { label: text("channels_part_revisions"), part: "revisions" as const },
        ].map(({ label, part: own }) => ({
          to: "/channels/$node/widgets/$code",
          params: { node, code },
          search: own === "settings" ? {} : { part: own },
          label,
          isCurrent: own === part,
        }))}
      />
      {part === "settings" && (
        <div className="channels-widget">
          <div>
            <RecordForm editor={editor} choices={choices} />
            {canChange && !listed.archived && (
              <ArchiveSection
                kind="widgets"
                listed={listed}
                name={name}
                widgets={[]}
                isDirty={editor.isDirty}
                onArchived={() => setArchived(true)}
              />
            )}
          </div>
          {!listed.archived && (
            <SamplePage
              code={code}
              widget={stored.document}
              node={ofNode.data?.document}
              version={stored.version}
              isDirty={editor.isDirty}
            />
          )}
        </div>
      )}
      {part === "embed" && (
        <EmbedPart code={code} nodeId={node} flowId={typeof flowId === "string" ? flowId : null} />
      )}
      {part === "revisions" && (
        <RevisionsPart kind="widgets" id={code} layout={WIDGET_LAYOUT} canChange={canChange} />
      )}
    </>
  );
}
