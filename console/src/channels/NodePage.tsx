import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import "../styles/channels.css";
import { useText } from "../texts/TextsProvider";
import { Badge } from "../ui/Badge";
import { Button } from "../ui/Button";
import { QueryState } from "../ui/QueryState";
import { Section } from "../ui/Section";
import type { ListedRecord } from "../wire";
import { valueAt } from "./document";
import { linkAddress } from "./embedding";
import { LinkAddress } from "./LinkAddress";
import { LoadedRecord } from "./LoadedRecord";
import { NODE_LAYOUT } from "./layouts";
import { NewChannel } from "./NewChannel";
import { RecordFrame } from "./RecordFrame";
import { listQuery, publicAddressQuery, type StoredRecord } from "./records";
import { useChoices } from "./useChoices";
import { useRecordPage } from "./useRecordPage";
import { WidgetLinks } from "./WidgetLinks";

export type NodePart = "settings" | "share" | "revisions";

/** One channel: its settings, its link page with its widgets, and its revisions. */
export function NodePage({ node, part }: { node: string; part: NodePart }) {
  return (
    <LoadedRecord kind="nodes" id={node} node={node}>
      {(stored, listed) => <NodeParts key={node} stored={stored} listed={listed} part={part} />}
    </LoadedRecord>
  );
}

interface Props {
  stored: StoredRecord;
  listed: ListedRecord;
  part: NodePart;
}

function NodeParts({ stored, listed, part }: Props) {
  const text = useText();
  const { id, archived } = listed;
  const page = useRecordPage("nodes", NODE_LAYOUT, stored, listed);
  const { data: widgets = [] } = useQuery(listQuery("widgets", id));
  const choices = useChoices(page.editor.document.flow_id);
  return (
    <RecordFrame
      page={page}
      name={String(valueAt(stored.document, ["name"]) ?? id)}
      idLabel={text("channels_id")}
      badge={
        stored.document.status === "inactive" && <Badge tone="warning">{text("channels_inactive")}</Badge>
      }
      address={{ to: "/channels/$node", params: { node: id } }}
      part={part}
      own={{
        part: "share",
        label: "channels_part_share",
        content: <SharePart id={id} widgets={widgets} canCreate={page.access === "full" && !archived} />,
      }}
      choices={choices}
      widgets={widgets.filter((widget) => !widget.archived)}
    />
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
