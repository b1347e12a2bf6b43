import { useState } from "react";
import { call } from "../../http/call";
import { useText, useTimeFormat } from "../../texts/TextsProvider";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { QueryState } from "../../ui/QueryState";
import { TabLinks } from "../../ui/TabLinks";
import { useToast } from "../../ui/Toasts";
import type { DeliveryState, ReplayedDeliveries, WebhookDelivery } from "../../wire";
import { AskDialog } from "../parts/AskDialog";
import { useNodeName } from "../parts/nodes";
import { MoreButton, usePages } from "../parts/pages";
import { SettingsProblem } from "../parts/SettingsProblem";
import { useAct } from "../parts/useAct";
import { DELIVERIES, EVENTS, webhookPath } from "./webhooks";

/** For how long dead deliveries are kept (docs/webhooks.md#replay). */
const DEAD_KEPT_MS = 30 * 86_400_000;
/** How often the list is loaded again while it is seen. */
const REFRESH_MS = 3_000;

const STATES = ["waiting", "delivered", "dead"] as const;
const TONES = { waiting: "accent", delivered: "success", dead: "danger" } as const;

/** What was sent to a webhook, or is about to be. */
export function Deliveries({ id, state }: { id: string; state: DeliveryState | undefined }) {
  const text = useText();
  const [isReplaying, setReplaying] = useState(false);
  const pages = usePages<WebhookDelivery>(
    DELIVERIES,
    `${webhookPath(id)}/deliveries`,
    { state },
    { refetchInterval: REFRESH_MS },
  );
  const link = (key: DeliveryState | undefined) => ({
    to: "/settings/webhooks/$webhook" as const,
    params: { webhook: id },
    search: key ? { state: key } : {},
    label: text(`settings_deliveries_${key ?? "all"}`),
    isCurrent: key === state,
  });
  return (
    <section className="settings__part" aria-labelledby="deliveries">
      <div className="settings__part-head">
        <h2 className="section__title" id="deliveries">
          {text("settings_deliveries")}
        </h2>
        <Button kind="secondary" size="small" onPress={() => setReplaying(true)}>
          {text("settings_deliveries_replay_dead")}
        </Button>
      </div>
      <TabLinks label={text("settings_deliveries")} links={[link(undefined), ...STATES.map(link)]} />
      <QueryState query={pages}>
        {(deliveries) => (
          <>
            {deliveries.length === 0 ? (
              <p className="soft">{text("settings_deliveries_none")}</p>
            ) : (
              <ul className="rows">
                {deliveries.map((delivery) => (
                  <DeliveryRow key={delivery.id} webhook={id} delivery={delivery} />
                ))}
              </ul>
            )}
            <MoreButton pages={pages} />
          </>
        )}
      </QueryState>
      {isReplaying && <ReplayDead id={id} onClose={() => setReplaying(false)} />}
    </section>
  );
}

function DeliveryRow({ webhook, delivery }: { webhook: string; delivery: WebhookDelivery }) {
  const text = useText();
  const toast = useToast();
  const formatTime = useTimeFormat();
  const nodeName = useNodeName();
  const { id, type, state, node_id, occurred_at, attempts, next_at, last_status, last_error } = delivery;
  const replay = useAct(
    {
      call: () => call("POST", `${webhookPath(webhook)}/deliveries/${encodeURIComponent(id)}/replay`),
      changes: [DELIVERIES],
    },
    () => toast({ text: text("settings_deliveries_replayed_one") }),
  );
  return (
    <li className="row">
      <div className="row__main">
        <p className="row__title">
          {text(EVENTS[type])}
          <Badge tone={TONES[state]}>{text(`settings_deliveries_${state}`)}</Badge>
        </p>
        <p className="small soft">
          {formatTime(occurred_at)} · <bdi>{nodeName(node_id)}</bdi>
        </p>
        <p className="small soft">
          {[
            text("settings_deliveries_attempts", { count: attempts }),
            last_status !== null && text("settings_deliveries_status", { status: String(last_status) }),
            next_at && text("settings_deliveries_next", { time: formatTime(next_at) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {last_error && state !== "delivered" && (
          <p className="small soft settings__wrap" dir="ltr">
            {last_error}
          </p>
        )}
        <SettingsProblem error={replay.error} />
      </div>
      {state !== "waiting" && (
        <Button
          kind="secondary"
          size="small"
          label={text("settings_deliveries_replay_label", {
            event: text(EVENTS[type]),
            time: formatTime(occurred_at),
          })}
          isBusy={replay.isBusy}
          onPress={replay.run}
        >
          {text("settings_deliveries_replay")}
        </Button>
      )}
    </li>
  );
}

function ReplayDead({ id, onClose }: { id: string; onClose: () => void }) {
  const text = useText();
  const toast = useToast();
  return (
    <AskDialog<ReplayedDeliveries>
      title={text("settings_deliveries_replay_dead_title")}
      confirmLabel={text("settings_deliveries_replay_dead")}
      act={{
        call: () =>
          call("POST", `${webhookPath(id)}/replay_dead`, {
            since: new Date(Date.now() - DEAD_KEPT_MS).toISOString(),
          }),
        changes: [DELIVERIES],
      }}
      onDone={({ replayed, has_more }) => {
        toast({
          text: text(has_more ? "settings_deliveries_replayed_more" : "settings_deliveries_replayed", {
            count: replayed,
          }),
        });
        onClose();
      }}
      onCancel={onClose}
    >
      <p>{text("settings_deliveries_replay_dead_hint")}</p>
    </AskDialog>
  );
}
