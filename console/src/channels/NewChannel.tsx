import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { hasCode } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { ProblemNote } from "../ui/ProblemNote";
import { QueryState } from "../ui/QueryState";
import { Select } from "../ui/Select";
import { TextArea } from "../ui/TextArea";
import { TextField } from "../ui/TextField";
import { useToast } from "../ui/Toasts";
import type { ListedRecord } from "../wire";
import type { Document } from "./document";
import { linesOf } from "./LinesControl";
import { idOf, newCode } from "./newChannel";
import { listQuery, type RecordKind, refresh, saveRecord } from "./records";

type Kind = "link" | "widget";

/** Asks for what a new channel needs, and creates it; with a node only for a widget of that. */
export function NewChannel({ nodeId, onClose }: { nodeId?: string; onClose: () => void }) {
  const text = useText();
  const flows = useQuery(listQuery("flows"));
  const nodes = useQuery(listQuery("nodes"));
  return (
    <Dialog title={text(nodeId === undefined ? "channels_new" : "channels_new_widget")} onClose={onClose}>
      <QueryState query={flows}>
        {(flows) => (
          <QueryState query={nodes}>
            {(nodes) => <NewForm flows={flows} nodes={nodes} nodeId={nodeId} onClose={onClose} />}
          </QueryState>
        )}
      </QueryState>
    </Dialog>
  );
}

interface FormProps {
  flows: readonly ListedRecord[];
  nodes: readonly ListedRecord[];
  nodeId: string | undefined;
  onClose: () => void;
}

function NewForm({ flows, nodes, nodeId, onClose }: FormProps) {
  const text = useText();
  const usable = flows.filter(({ archived, revision }) => !archived && revision !== null);
  const [name, setName] = useState("");
  const [flow, setFlow] = useState(usable[0]?.id ?? "");
  const [kind, setKind] = useState<Kind>(nodeId === undefined ? "link" : "widget");
  const [hosts, setHosts] = useState("");
  const [isMissing, setMissing] = useState(false);
  const create = useCreate(nodes, nodeId);
  if (usable.length === 0 && nodeId === undefined)
    return (
      <>
        <p>{text("channels_new_no_flow")}</p>
        <div className="actions">
          <Button kind="quiet" onPress={onClose}>
            {text("cancel")}
          </Button>
        </div>
      </>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!name.trim());
    if (name.trim() && !create.isPending)
      create.mutate({ name: name.trim(), flow, kind, hosts: linesOf(hosts) });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label={text("name")}
        hint={nodeId === undefined ? text("channels_new_name_hint") : undefined}
        value={name}
        error={isMissing && !name.trim() ? text("name_missing") : null}
        onChange={setName}
      />
      {nodeId === undefined && (
        <>
          <Select
            label={text("channels_flow")}
            value={flow}
            options={usable.map(({ id, title }) => ({ value: id, label: title ?? id }))}
            onChange={setFlow}
          />
          <Select<Kind>
            label={text("channels_new_kind")}
            value={kind}
            options={[
              { value: "link", label: text("channels_new_kind_link") },
              { value: "widget", label: text("channels_new_kind_widget") },
            ]}
            onChange={setKind}
          />
        </>
      )}
      {kind === "widget" && (
        <TextArea
          label={text("channels_new_hosts")}
          hint={text("channels_new_hosts_hint")}
          rows={2}
          value={hosts}
          onChange={setHosts}
        />
      )}
      <ProblemNote error={create.error} />
      <div className="actions">
        <Button type="submit" isBusy={create.isPending}>
          {text("channels_create")}
        </Button>
        <Button kind="quiet" onPress={onClose}>
          {text("cancel")}
        </Button>
      </div>
    </form>
  );
}

interface Wanted {
  name: string;
  flow: string;
  kind: Kind;
  hosts: readonly string[];
}

/** Stores the node, then its widget. Where the second fails, the next try continues there. */
function useCreate(nodes: readonly ListedRecord[], existing: string | undefined) {
  const text = useText();
  const toast = useToast();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const stored = useRef(existing);
  const code = useRef(newCode());
  const saveNew = useSaveNew();
  return useMutation({
    mutationFn: async ({ name, flow, kind, hosts }: Wanted) => {
      const taken = nodes.map(({ id }) => id);
      if (stored.current === undefined) {
        const id = idOf(name, taken);
        const type = kind === "link" ? "link" : "web";
        await saveNew("nodes", id, { id, flow_id: flow, name, type });
        stored.current = id;
      }
      const node = stored.current;
      if (kind === "widget") {
        const limited = hosts.length > 0 ? { enabled_domains: hosts } : {};
        const widget = { code: code.current, node_id: node, web_channel: { name }, ...limited };
        await saveNew("widgets", code.current, widget);
      }
      await refresh(queries);
      return { node, code: kind === "widget" ? code.current : null, name };
    },
    onSuccess: async ({ node, code, name }) => {
      toast({ text: text("channels_created", { name }) });
      if (code === null)
        await navigate({ to: "/channels/$node", params: { node }, search: { part: "share" } });
      else
        await navigate({
          to: "/channels/$node/widgets/$code",
          params: { node, code },
          search: { part: "embed" },
        });
    },
  });
}

/** Returns what stores a new record. Where the answer of an earlier try was lost, it may be stored already. */
function useSaveNew() {
  const lost = useRef(new Set<string>());
  return async (kind: RecordKind, id: string, record: Document) => {
    const sent = JSON.stringify(record);
    try {
      await saveRecord(kind, id, record, null);
    } catch (error) {
      if (hasCode(error, "changed") && lost.current.has(sent)) return;
      if (hasCode(error, "unreachable")) lost.current.add(sent);
      throw error;
    }
  };
}
