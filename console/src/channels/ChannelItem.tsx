import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useText } from "../texts/TextsProvider";
import { Badge } from "../ui/Badge";
import type { ListedRecord } from "../wire";
import { linkAddress } from "./embedding";
import { LinkAddress } from "./LinkAddress";
import { countQuery, listQuery, publicAddressQuery, recordQuery } from "./records";
import { WidgetLinks } from "./WidgetLinks";

interface Props {
  node: ListedRecord;
  widgets: readonly ListedRecord[];
  /** Any widget of the server: its loader knows the address that visitors use. */
  anyWidget: string | null;
}

/** One channel of the list. */
export function ChannelItem({ node: { id, title, archived }, widgets, anyWidget }: Props) {
  const text = useText();
  const { data: node } = useQuery(recordQuery("nodes", id));
  const { data: flows } = useQuery(listQuery("flows"));
  const { data: total } = useQuery(countQuery(id));
  const { data: server } = useQuery(publicAddressQuery(anyWidget));
  const flowId = node?.document.flow_id;
  const flow = flows?.find((flow) => flow.id === flowId)?.title ?? flowId;
  return (
    <li className="channels-item">
      <div className="channels-item__head">
        <h2 className="channels-item__title">
          <Link to="/channels/$node" params={{ node: id }} className="channels-item__link">
            <bdi>{title ?? id}</bdi>
          </Link>
          {title !== null && <bdi className="channels-item__id">{id}</bdi>}
          {!archived && node?.document.status === "inactive" && (
            <Badge tone="warning">{text("channels_inactive")}</Badge>
          )}
        </h2>
        {total && (
          <Link to="/feedback" search={{ node: id }} className="link channels-item__count">
            {text(total.is_capped ? "channels_feedbacks_or_more" : "channels_feedbacks", {
              count: total.count,
            })}
          </Link>
        )}
      </div>
      <dl className="channels-item__facts">
        <div>
          <dt>{text("channels_flow")}</dt>
          <dd>
            <bdi>{typeof flow === "string" ? flow : ""}</bdi>
          </dd>
        </div>
        <div>
          <dt>{text("channels_widgets")}</dt>
          <dd>
            <WidgetLinks nodeId={id} widgets={widgets} />
          </dd>
        </div>
        {!archived && server !== undefined && (
          <div>
            <dt>{text("channels_link_page")}</dt>
            <dd>
              <LinkAddress address={linkAddress(server, id)} />
            </dd>
          </div>
        )}
      </dl>
    </li>
  );
}
