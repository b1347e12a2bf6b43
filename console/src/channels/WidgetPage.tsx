import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import "../styles/channels.css";
import { useText } from "../texts/TextsProvider";
import type { ListedRecord } from "../wire";
import { valueAt } from "./document";
import { EmbedPart } from "./EmbedPart";
import { LoadedRecord } from "./LoadedRecord";
import { WIDGET_LAYOUT } from "./layouts";
import { RecordFrame } from "./RecordFrame";
import { recordQuery, type StoredRecord } from "./records";
import { SamplePage } from "./SamplePage";
import { useChoices } from "./useChoices";
import { useRecordPage } from "./useRecordPage";

export type WidgetPart = "settings" | "embed" | "revisions";

/** One widget: its settings beside a sample page, what a site needs for it, and its revisions. */
export function WidgetPage({ node, code, part }: { node: string; code: string; part: WidgetPart }) {
  return (
    <LoadedRecord kind="widgets" id={code} node={node}>
      {(stored, listed) => <WidgetParts key={code} stored={stored} listed={listed} node={node} part={part} />}
    </LoadedRecord>
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
  const { id: code, archived } = listed;
  const page = useRecordPage("widgets", WIDGET_LAYOUT, stored, listed);
  const ofNode = useQuery(recordQuery("nodes", node)).data?.document;
  const flowId = ofNode?.flow_id;
  const choices = useChoices(flowId);
  return (
    <RecordFrame
      page={page}
      name={String(valueAt(stored.document, ["web_channel", "name"]) ?? code)}
      idLabel={text("channels_code")}
      above={[
        <Link key="node" to="/channels/$node" params={{ node }} className="link">
          <bdi>{String(ofNode?.name ?? node)}</bdi>
        </Link>,
      ]}
      address={{ to: "/channels/$node/widgets/$code", params: { node, code } }}
      part={part}
      own={{
        part: "embed",
        label: "channels_part_embed",
        content: <EmbedPart code={code} nodeId={node} flowId={typeof flowId === "string" ? flowId : null} />,
      }}
      choices={choices}
      aside={
        archived ? undefined : (
          <SamplePage
            code={code}
            widget={stored.document}
            node={ofNode}
            version={stored.version}
            isDirty={page.editor.isDirty}
          />
        )
      }
    />
  );
}
