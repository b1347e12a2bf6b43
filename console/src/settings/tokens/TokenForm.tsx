import { useState } from "react";
import { call } from "../../http/call";
import { useText } from "../../texts/TextsProvider";
import { TextField } from "../../ui/TextField";
import type { AddedStaffToken, Right } from "../../wire";
import { ChoicesField } from "../parts/ChoicesField";
import { FormDialog } from "../parts/FormDialog";
import { NodesField } from "../parts/nodes";
import { useFieldProblem } from "../parts/SettingsProblem";
import { useAct } from "../parts/useAct";
import { TOKENS } from "./tokens";

const RIGHTS: Right[] = ["read", "chat", "edit", "export", "manage"];
/** For how long a token is in force unless something else is chosen, and at most. */
const DAYS = { usual: 90, most: 366 };

interface Props {
  onAdded: (added: AddedStaffToken) => void;
  onClose: () => void;
}

/** Creates a token. */
export function TokenForm({ onAdded, onClose }: Props) {
  const text = useText();
  const fieldProblem = useFieldProblem();
  const [name, setName] = useState("");
  const [rights, setRights] = useState<Right[]>(["read"]);
  const [nodes, setNodes] = useState<string[] | null>(null);
  const [days, setDays] = useState(String(DAYS.usual));
  const [avatar, setAvatar] = useState("");
  const [isChecked, setChecked] = useState(false);
  const save = useAct<AddedStaffToken>(
    {
      call: () =>
        call("POST", "/v1/staff/tokens", {
          name: name.trim(),
          rights,
          days: Number(days),
          ...(nodes && { nodes }),
          ...(avatar.trim() && { avatar: avatar.trim() }),
        }),
      changes: [TOKENS],
    },
    onAdded,
  );
  const isDays = /^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= DAYS.most;
  const faults = {
    name: name.trim() ? null : text("name_missing"),
    rights: rights.length > 0 ? null : text("settings_rights_missing"),
    nodes: nodes?.length === 0 ? text("settings_nodes_missing") : null,
    days: isDays ? null : text("settings_tokens_days_wrong", { most: DAYS.most }),
    avatar:
      !avatar.trim() || /^https:\/\/\S+$/.test(avatar.trim()) ? null : text("settings_tokens_avatar_wrong"),
  };
  const nameProblem = fieldProblem(save.error, "name_taken");
  const avatarProblem = fieldProblem(save.error, "invalid_url") && text("settings_tokens_avatar_wrong");
  const submit = () => {
    setChecked(true);
    if (Object.values(faults).every((fault) => fault === null)) save.run();
  };
  const shown = <Name extends keyof typeof faults>(field: Name) => (isChecked ? faults[field] : null);
  return (
    <FormDialog
      title={text("settings_tokens_add")}
      submitLabel={text("settings_tokens_add")}
      isDirty={Boolean(name || avatar)}
      isBusy={save.isBusy}
      error={nameProblem || avatarProblem ? null : save.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField
        label={text("name")}
        value={name}
        onChange={save.edit(setName)}
        hint={text("settings_tokens_name_hint")}
        error={shown("name") ?? nameProblem}
      />
      <ChoicesField
        label={text("settings_rights")}
        value={rights}
        options={RIGHTS.map((right) => ({
          value: right,
          label: text(`settings_right_${right}`),
          hint: text(`settings_right_${right}_hint`),
        }))}
        onChange={save.edit(setRights)}
        error={shown("rights")}
      />
      <NodesField
        label={text("settings_nodes")}
        value={nodes}
        onChange={save.edit(setNodes)}
        error={shown("nodes")}
      />
      <TextField
        label={text("settings_tokens_days")}
        type="number"
        inputMode="numeric"
        min={1}
        max={DAYS.most}
        value={days}
        onChange={save.edit(setDays)}
        error={shown("days")}
      />
      <TextField
        label={text("settings_tokens_avatar")}
        type="url"
        placeholder="https://"
        value={avatar}
        onChange={save.edit(setAvatar)}
        hint={text("settings_tokens_avatar_hint")}
        error={shown("avatar") ?? avatarProblem}
      />
    </FormDialog>
  );
}
