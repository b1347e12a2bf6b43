import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../http/call";
import { Problem } from "../../http/problem";
import { useSession } from "../../session/session";
import { useText } from "../../texts/TextsProvider";
import { Checkbox } from "../../ui/Checkbox";
import { TextField } from "../../ui/TextField";
import type { Webhook, WebhookBody, WebhookEventType, WebhookList } from "../../wire";
import { ChoicesField } from "../parts/ChoicesField";
import { FormDialog } from "../parts/FormDialog";
import { NodesField } from "../parts/nodes";
import { useFieldProblem } from "../parts/SettingsProblem";
import { useAct } from "../parts/useAct";
import { EVENTS, WEBHOOK, WEBHOOKS, webhookPath, webhooksQuery } from "./webhooks";

/** What the server takes as the id of a webhook or a canned reply. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

interface Props {
  /** What is changed; one is added without. */
  webhook?: Webhook;
  onSaved: (webhook: Webhook) => void;
  onClose: () => void;
}

/** Adds a webhook, or changes one. */
export function WebhookForm({ webhook, onSaved, onClose }: Props) {
  const text = useText();
  const fieldProblem = useFieldProblem();
  const queries = useQueryClient();
  const { user } = useSession();
  const [id, setId] = useState(webhook?.id ?? "");
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [description, setDescription] = useState(webhook?.description ?? "");
  const [events, setEvents] = useState<WebhookEventType[]>(webhook?.events ?? ["feedback.completed"]);
  const [nodes, setNodes] = useState(webhook ? webhook.nodes : (user.nodes ?? null));
  const [isEnabled, setEnabled] = useState(webhook?.enabled ?? true);
  const [isChecked, setChecked] = useState(false);
  const body: WebhookBody = {
    url: url.trim(),
    description: description.trim() || null,
    events,
    nodes,
    enabled: isEnabled,
  };
  const save = useAct<Webhook>(
    {
      call: async () => {
        // The call replaces one that has the id, also one that somebody else has added since the page was opened.
        if (!webhook) refuseTaken(await queries.fetchQuery({ ...webhooksQuery, staleTime: 0 }), id.trim());
        return call("PUT", webhookPath(id.trim()), body);
      },
      changes: [WEBHOOKS, WEBHOOK],
    },
    onSaved,
  );
  const isTaken =
    !webhook &&
    queries.getQueryData(webhooksQuery.queryKey)?.items.some((other) => other.id === id.trim()) === true;
  const faults = {
    id: isTaken ? text("settings_id_taken") : ID.test(id.trim()) ? null : text("settings_problem_invalid_id"),
    url: /^https?:\/\/\S+$/.test(url.trim()) ? null : text("settings_webhooks_url_wrong"),
    events: events.length > 0 ? null : text("settings_webhooks_events_missing"),
    nodes: nodes?.length === 0 ? text("settings_nodes_missing") : null,
  };
  const urlProblem = fieldProblem(save.error, "invalid_url") && text("settings_webhooks_url_refused");
  const nodesProblem = fieldProblem(save.error, "unknown_node");
  const submit = () => {
    setChecked(true);
    if (Object.values(faults).every((fault) => fault === null)) save.run();
  };
  const shown = (field: keyof typeof faults) => (isChecked ? faults[field] : null);
  return (
    <FormDialog
      title={
        webhook ? text("settings_webhooks_edit_title", { id: webhook.id }) : text("settings_webhooks_add")
      }
      submitLabel={text(webhook ? "save" : "settings_webhooks_add")}
      isDirty={webhook ? isChanged(webhook, body) : Boolean(id || url || description)}
      isBusy={save.isBusy}
      error={urlProblem || nodesProblem || isTaken ? null : save.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      {!webhook && (
        <TextField
          label={text("settings_id")}
          value={id}
          onChange={save.edit(setId)}
          hint={text("settings_webhooks_id_hint")}
          error={shown("id")}
        />
      )}
      <TextField
        label={text("settings_webhooks_url")}
        type="url"
        placeholder="https://"
        value={url}
        onChange={save.edit(setUrl)}
        hint={text("settings_webhooks_url_hint")}
        error={shown("url") ?? urlProblem}
      />
      <ChoicesField
        label={text("settings_webhooks_events")}
        value={events}
        options={(Object.keys(EVENTS) as WebhookEventType[]).map((event) => ({
          value: event,
          label: text(EVENTS[event]),
        }))}
        onChange={save.edit(setEvents)}
        error={shown("events")}
      />
      <NodesField
        label={text("settings_nodes")}
        value={nodes}
        onChange={save.edit(setNodes)}
        error={shown("nodes") ?? nodesProblem}
      />
      <TextField
        label={text("settings_webhooks_description")}
        value={description}
        onChange={save.edit(setDescription)}
        maxLength={200}
      />
      <Checkbox
        label={text("settings_webhooks_enabled")}
        isSelected={isEnabled}
        onChange={save.edit(setEnabled)}
        hint={text("settings_webhooks_enabled_hint")}
      />
    </FormDialog>
  );
}

function refuseTaken({ items }: WebhookList, id: string) {
  if (items.some((other) => other.id === id)) throw new Problem("The id is taken.", { code: "id_taken" });
}

function isChanged(webhook: Webhook, body: WebhookBody): boolean {
  return (["url", "description", "events", "nodes", "enabled"] as const).some(
    (name) => JSON.stringify(body[name]) !== JSON.stringify(webhook[name]),
  );
}
