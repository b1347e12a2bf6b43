import { useQuery } from "@tanstack/react-query";
import { call } from "../../http/call";
import { useText, useTimeFormat } from "../../texts/TextsProvider";
import { Badge } from "../../ui/Badge";
import { QueryState } from "../../ui/QueryState";
import type { AuditItem, Erasure } from "../../wire";
import { useNodeNames } from "../parts/nodes";
import { MoreButton, usePages } from "../parts/pages";

/** The key of the list of orders to erase, and of each of them. */
export const ERASURES = "settings-erasures";

/** How often an order that is under way is looked at. */
const REFRESH_MS = 2_000;

/** The orders to erase, the newest first, and how far each is. The audit has which there were. */
export function Orders() {
  const text = useText();
  const pages = usePages<AuditItem>(ERASURES, "/v1/staff/audit", { act: "erase" });
  return (
    <section className="settings__part" aria-labelledby="orders">
      <h2 className="section__title" id="orders">
        {text("settings_privacy_orders")}
      </h2>
      <QueryState query={pages}>
        {(items) =>
          items.length === 0 ? (
            <p className="soft">{text("settings_privacy_no_orders")}</p>
          ) : (
            <>
              <ul className="rows">
                {items.map(({ subject, at, staff }) => (
                  <OrderRow key={`${subject} ${at}`} id={subject ?? ""} at={at} by={staff} />
                ))}
              </ul>
              <MoreButton pages={pages} />
            </>
          )
        }
      </QueryState>
    </section>
  );
}

function OrderRow({ id, at, by }: { id: string; at: string; by: string }) {
  const text = useText();
  const formatTime = useTimeFormat();
  const namesOf = useNodeNames();
  const { data: order } = useQuery({
    queryKey: [ERASURES, "one", id],
    queryFn: ({ signal }) =>
      call<Erasure>("GET", `/v1/staff/erasures/${encodeURIComponent(id)}`, undefined, { signal }),
    refetchInterval: ({ state }) => (state.data && !state.data.erased_at ? REFRESH_MS : false),
  });
  return (
    <li className="row">
      <div className="row__main">
        <p className="row__title">
          {text(order ? `settings_privacy_kind_${order.kind}` : "settings_privacy_order")}
          {order && (
            <Badge tone={order.erased_at ? "success" : "warning"}>
              {text(order.erased_at ? "settings_privacy_state_erased" : "settings_privacy_state_running")}
            </Badge>
          )}
        </p>
        <p className="small soft">
          {text("settings_privacy_ordered_by", { time: formatTime(at), name: by })}
        </p>
        {order && (
          <p className="small soft">
            {text("settings_privacy_feedbacks", { count: order.feedbacks })} ·{" "}
            <bdi>{namesOf(order.node_ids)}</bdi>
            {order.wiped_at && ` · ${text("settings_privacy_wiped", { time: formatTime(order.wiped_at) })}`}
          </p>
        )}
        <p className="small soft settings__wrap">
          <code dir="ltr">{id}</code>
        </p>
      </div>
    </li>
  );
}
