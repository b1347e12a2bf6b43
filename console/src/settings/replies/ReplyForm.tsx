import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../http/call";
import { useSession } from "../../session/session";
import { useText } from "../../texts/TextsProvider";
import { Select } from "../../ui/Select";
import { TextArea } from "../../ui/TextArea";
import { TextField } from "../../ui/TextField";
import { useToast } from "../../ui/Toasts";
import type { CannedReply } from "../../wire";
import { FormDialog } from "../parts/FormDialog";
import { useNodeName, useNodes } from "../parts/nodes";
import { useAct } from "../parts/useAct";
import { REPLIES, repliesQuery, replyPath, shortName } from "./replies";

const ID = /^[A-Za-z0-9_-]{1,64}$/;
/** The limits of the server. */
const MOST = { title: 100, body: 5_000 };

interface Props {
  /** What is changed; one is added without. */
  reply?: CannedReply;
  onClose: () => void;
}

/** Adds a canned reply, or changes one. */
export function ReplyForm({ reply, onClose }: Props) {
  const text = useText();
  const toast = useToast();
  const queries = useQueryClient();
  const { user } = useSession();
  const nodes = useNodes();
  const nodeName = useNodeName();
  const isForAll = user.nodes === null;
  const [title, setTitle] = useState(reply?.title ?? "");
  const [body, setBody] = useState(reply?.body ?? "");
  const [node, setNode] = useState(reply?.node_id ?? "");
  // Follows the title until somebody types another one.
  const [typedId, setTypedId] = useState<string | null>(reply?.id ?? null);
  const id = (typedId ?? shortName(title)).trim();
  // What is for all channels stays so: the server says who may change it.
  const mayBeForAll = isForAll || reply?.node_id === null;
  const nodeId = node || (mayBeForAll ? null : (nodes[0]?.id ?? null));
  const [isChecked, setChecked] = useState(false);
  const save = useAct(
    {
      call: () => call("PUT", replyPath(id), { title: title.trim(), body: body.trim(), node_id: nodeId }),
      changes: [REPLIES],
    },
    () => {
      toast({ text: text("saved") });
      onClose();
    },
  );
  // The call replaces one that has the id.
  const isTaken =
    !reply && queries.getQueryData(repliesQuery.queryKey)?.some((other) => other.id === id) === true;
  const faults = {
    title: title.trim() ? null : text("settings_replies_title_missing"),
    id: isTaken ? text("settings_id_taken") : ID.test(id) ? null : text("settings_problem_invalid_id"),
    body: body.trim() ? null : text("settings_replies_body_missing"),
  };
  const submit = () => {
    setChecked(true);
    if (Object.values(faults).every((fault) => fault === null)) save.run();
  };
  const shown = (field: keyof typeof faults) => (isChecked ? faults[field] : null);
  const options = [
    ...(mayBeForAll ? [{ value: "", label: text("settings_all_nodes") }] : []),
    ...nodes.map(({ id, name }) => ({ value: id, label: name })),
    // An archived channel is none to choose, but stays where it was chosen.
    ...(reply?.node_id && !nodes.some(({ id }) => id === reply.node_id)
      ? [{ value: reply.node_id, label: nodeName(reply.node_id) }]
      : []),
  ];
  return (
    <FormDialog
      title={text(reply ? "settings_replies_edit_title" : "settings_replies_add")}
      submitLabel={text("save")}
      isDirty={
        title !== (reply?.title ?? "") || body !== (reply?.body ?? "") || node !== (reply?.node_id ?? "")
      }
      isBusy={save.isBusy}
      error={save.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField
        label={text("settings_replies_title")}
        value={title}
        onChange={setTitle}
        maxLength={MOST.title}
        error={shown("title")}
      />
      {!reply && (
        <TextField
          label={text("settings_replies_id")}
          value={id}
          onChange={setTypedId}
          hint={text("settings_replies_id_hint")}
          error={shown("id")}
        />
      )}
      <Select
        label={text("settings_replies_node")}
        value={nodeId ?? ""}
        options={options}
        onChange={setNode}
      />
      <TextArea
        label={text("settings_replies_body")}
        value={body}
        onChange={setBody}
        rows={5}
        maxLength={MOST.body}
        error={shown("body")}
      />
    </FormDialog>
  );
}
