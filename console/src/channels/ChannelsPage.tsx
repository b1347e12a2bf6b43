import { useQuery } from "@tanstack/react-query";
import { Plus, Radio } from "lucide-react";
import { useState } from "react";
import "../styles/channels.css";
import { useSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { Disclosure } from "../ui/Disclosure";
import { Empty } from "../ui/Empty";
import { PageTitle } from "../ui/PageTitle";
import { QueryState } from "../ui/QueryState";
import { SearchField } from "../ui/SearchField";
import type { ListedRecord } from "../wire";
import { ChannelItem } from "./ChannelItem";
import { NewChannel } from "./NewChannel";
import { listQuery } from "./records";

/** How many channels are shown at once: each of them is loaded by itself. */
const PART = 50;
/** From how many on it is worth searching among them. */
const MANY = 8;

/** All channels: nodes with their flow and their widgets. */
export function ChannelsPage() {
  const text = useText();
  const canEdit = useSession().rights.includes("edit");
  const nodes = useQuery(listQuery("nodes"));
  const widgets = useQuery(listQuery("widgets"));
  const [isCreating, setCreating] = useState(false);
  const create = canEdit && (
    <Button icon={Plus} onPress={() => setCreating(true)}>
      {text("channels_new")}
    </Button>
  );
  return (
    <>
      <header className="channels-head">
        <div>
          <PageTitle title={text("channels_title")} />
          <p className="soft">{text("channels_intro")}</p>
        </div>
        {nodes.data && nodes.data.length > 0 && create}
      </header>
      <QueryState query={nodes}>
        {(nodes) =>
          nodes.length === 0 ? (
            <Empty icon={Radio} title={text("channels_empty")} action={create}>
              <p>{text(canEdit ? "channels_empty_hint" : "channels_empty_viewer")}</p>
            </Empty>
          ) : (
            <ChannelList nodes={nodes} widgets={widgets.data ?? []} />
          )
        }
      </QueryState>
      {isCreating && <NewChannel onClose={() => setCreating(false)} />}
    </>
  );
}

function ChannelList({
  nodes,
  widgets,
}: {
  nodes: readonly ListedRecord[];
  widgets: readonly ListedRecord[];
}) {
  const text = useText();
  const [wanted, setWanted] = useState("");
  const [most, setMost] = useState(PART);
  const fits = ({ id, title }: ListedRecord) =>
    `${title ?? ""} ${id}`.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase());
  const active = nodes.filter(({ archived }) => !archived).filter(fits);
  const archived = nodes.filter(({ archived }) => archived).filter(fits);
  const itemsOf = (nodes: readonly ListedRecord[]) =>
    nodes.map((node) => (
      <ChannelItem
        key={node.id}
        node={node}
        widgets={widgets.filter(({ node_id }) => node_id === node.id)}
        anyWidget={widgets.find(({ archived }) => !archived)?.id ?? null}
      />
    ));
  return (
    <>
      {nodes.length >= MANY && (
        <div className="channels-search">
          <SearchField label={text("channels_search")} value={wanted} onChange={setWanted} />
        </div>
      )}
      {active.length === 0 && archived.length === 0 && (
        <p className="soft" role="status">
          {text("channels_none_found")}
        </p>
      )}
      <ul className="channels-list">{itemsOf(active.slice(0, most))}</ul>
      {active.length > most && (
        <Button kind="secondary" onPress={() => setMost(most + PART)}>
          {text("channels_more")}
        </Button>
      )}
      {archived.length > 0 && (
        <div className="channels-archived">
          <Disclosure title={text("channels_archived_count", { count: archived.length })}>
            <ul className="channels-list">{itemsOf(archived)}</ul>
          </Disclosure>
        </div>
      )}
    </>
  );
}
