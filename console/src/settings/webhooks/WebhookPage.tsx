import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../http/call";
import { useSession } from "../../session/session";
import { useText, useTimeFormat } from "../../texts/TextsProvider";
import { Button } from "../../ui/Button";
import { Message } from "../../ui/Message";
import { NotFound } from "../../ui/NotFound";
import { PageTitle } from "../../ui/PageTitle";
import { QueryState } from "../../ui/QueryState";
import { useToast } from "../../ui/Toasts";
import type { DeliveryState, Webhook } from "../../wire";
import { AskDialog } from "../parts/AskDialog";
import { useNodeNames } from "../parts/nodes";
import { Secret } from "../parts/Secret";
import { SettingsLinkBack } from "../parts/SettingsLinkBack";
import { SECTIONS } from "../parts/sections";
import { useList } from "../parts/useList";
import { Deliveries } from "./Deliveries";
import { TestButton } from "./TestButton";
import { WebhookBadge } from "./WebhookBadge";
import { WebhookForm } from "./WebhookForm";
import { EVENTS, WEBHOOK, WEBHOOKS, webhookPath, webhookQuery } from "./webhooks";

const route = getRouteApi("/signed-in/settings/webhooks/$webhook");

/** One webhook, with what was sent to it. */
export function WebhookPage() {
  const { webhook: id } = route.useParams();
  // Which deliveries are listed; all without.
  const { state } = route.useSearch();
  const text = useText();
  const session = useSession();
  const query = useQuery({ ...webhookQuery(id), enabled: SECTIONS.webhooks.isFor(session) });
  return (
    <>
      <SettingsLinkBack section={SECTIONS.webhooks} />
      {SECTIONS.webhooks.isFor(session) ? (
        <QueryState
          query={query}
          notFound={
            <NotFound title={text("settings_webhooks_unknown")} hint={text("settings_unknown_hint")} isPage />
          }
        >
          {(webhook) => <Details webhook={webhook} state={state} />}
        </QueryState>
      ) : (
        <>
          <PageTitle title={text("settings_webhooks")} />
          <Message title={text("no_right")}>{text(SECTIONS.webhooks.needed)}</Message>
        </>
      )}
    </>
  );
}

function Details({ webhook, state }: { webhook: Webhook; state: DeliveryState | undefined }) {
  const text = useText();
  const toast = useToast();
  const [open, setOpen] = useState<"edit" | "rotate" | "delete" | null>(null);
  const [rotated, setRotated] = useState<Webhook | null>(null);
  const { id } = webhook;
  const close = () => setOpen(null);
  return (
    <>
      <div className="settings__head">
        <PageTitle title={id}>
          <bdi>{id}</bdi>
        </PageTitle>
        <WebhookBadge webhook={webhook} />
      </div>
      <div className="settings__body">
        <Facts webhook={webhook} />
        <div className="actions">
          <Button kind="secondary" onPress={() => setOpen("edit")}>
            {text("settings_edit")}
          </Button>
          <Button kind="secondary" onPress={() => setOpen("rotate")}>
            {text("settings_webhooks_rotate")}
          </Button>
          <Button kind="danger" onPress={() => setOpen("delete")}>
            {text("settings_delete")}
          </Button>
        </div>
        <TestButton id={id} />
        <Deliveries id={id} state={state} />
      </div>
      {open === "edit" && (
        <WebhookForm
          webhook={webhook}
          onSaved={() => {
            toast({ text: text("saved") });
            close();
          }}
          onClose={close}
        />
      )}
      {open === "rotate" && (
        <AskDialog<Webhook>
          title={text("settings_webhooks_rotate_title")}
          confirmLabel={text("settings_webhooks_rotate")}
          act={{
            call: () => call("POST", `${webhookPath(id)}/rotate_secret`, {}),
            changes: [WEBHOOK],
          }}
          onDone={(changed) => {
            close();
            setRotated(changed);
          }}
          onCancel={close}
        >
          <p>{text("settings_webhooks_rotate_hint")}</p>
        </AskDialog>
      )}
      {rotated?.secret && (
        <Secret
          title={text("settings_webhooks_rotated")}
          hint={text("settings_webhooks_once")}
          label={text("settings_webhooks_secret")}
          secret={rotated.secret}
          onKept={() => setRotated(null)}
        />
      )}
      {open === "delete" && <Delete id={id} onCancel={close} />}
    </>
  );
}

function Delete({ id, onCancel }: { id: string; onCancel: () => void }) {
  const text = useText();
  const navigate = useNavigate();
  const toast = useToast();
  return (
    <AskDialog
      title={text("settings_webhooks_delete_title", { id })}
      confirmLabel={text("settings_delete")}
      isDanger
      act={{ call: () => call("DELETE", webhookPath(id)), changes: [WEBHOOKS] }}
      onDone={() => {
        toast({ text: text("settings_webhooks_deleted", { id }) });
        void navigate({ to: "/settings/webhooks", replace: true });
      }}
      onCancel={onCancel}
    >
      <p>{text("settings_webhooks_delete_hint")}</p>
    </AskDialog>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const text = useText();
  const formatTime = useTimeFormat();
  const namesOf = useNodeNames();
  const list = useList();
  const { url, description, events, nodes, gone_at, failures, paused_until, old_secret_until } = webhook;
  return (
    <>
      {gone_at && (
        <p className="note note--hint settings__note">
          {text("settings_webhooks_gone_hint", { time: formatTime(gone_at) })}
        </p>
      )}
      {failures > 0 && !gone_at && (
        <p className="note note--hint settings__note">
          {text("settings_webhooks_failing_hint", { count: failures })}{" "}
          {paused_until && text("settings_webhooks_paused", { time: formatTime(paused_until) })}
        </p>
      )}
      <dl className="facts">
        <dt>{text("settings_webhooks_url")}</dt>
        <dd>
          <bdi dir="ltr">{url}</bdi>
        </dd>
        {description && (
          <>
            <dt>{text("settings_webhooks_description")}</dt>
            <dd>
              <bdi>{description}</bdi>
            </dd>
          </>
        )}
        <dt>{text("settings_webhooks_events")}</dt>
        <dd>{list(events.map((event) => text(EVENTS[event])))}</dd>
        <dt>{text("settings_nodes")}</dt>
        <dd>
          <bdi>{namesOf(nodes)}</bdi>
        </dd>
        {old_secret_until && Date.parse(old_secret_until) > Date.now() && (
          <>
            <dt>{text("settings_webhooks_old_secret")}</dt>
            <dd>{text("settings_webhooks_old_secret_until", { time: formatTime(old_secret_until) })}</dd>
          </>
        )}
        <dt>{text("settings_changed")}</dt>
        <dd>
          {text("settings_changed_by", { time: formatTime(webhook.updated_at), name: webhook.updated_by })}
        </dd>
      </dl>
    </>
  );
}
