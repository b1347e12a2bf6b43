import { useState } from "react";
import { call } from "../../http/call";
import { hasCode } from "../../http/problem";
import { useSession } from "../../session/session";
import { useText } from "../../texts/TextsProvider";
import { Select } from "../../ui/Select";
import { TextField } from "../../ui/TextField";
import { useToast } from "../../ui/Toasts";
import type { AddedPerson, ManagedPerson, Role } from "../../wire";
import { FormDialog } from "../parts/FormDialog";
import { NodesField } from "../parts/nodes";
import { useFieldProblem } from "../parts/SettingsProblem";
import { useAct } from "../parts/useAct";
import { PEOPLE } from "./people";

const ROLES: Role[] = ["owner", "editor", "agent", "viewer"];

interface Props {
  /** Who is changed; somebody is added without. */
  person?: ManagedPerson;
  onAdded?: (added: AddedPerson) => void;
  onClose: () => void;
}

/** Adds somebody, or changes their name, role and channels. */
export function PersonForm({ person, onAdded, onClose }: Props) {
  const text = useText();
  const toast = useToast();
  const fieldProblem = useFieldProblem();
  const { user } = useSession();
  const [name, setName] = useState(person?.name ?? "");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>(person?.role ?? "agent");
  const [nodes, setNodes] = useState(person?.nodes ?? null);
  const [isChecked, setChecked] = useState(false);
  const changed = person && changeOf(person, { name: name.trim(), role, nodes });
  const save = useAct<AddedPerson | undefined>(
    {
      call: async () => {
        if (!person)
          return call<AddedPerson>("POST", "/v1/staff/people", {
            name: name.trim(),
            email: email.trim(),
            role,
            ...(nodes && { nodes }),
          });
        if (changed && Object.keys(changed).length > 0)
          await call("PATCH", `/v1/staff/people/${encodeURIComponent(person.id)}`, changed);
        return undefined;
      },
      changes: [PEOPLE],
    },
    (added) => {
      if (added) return onAdded?.(added);
      toast({ text: text("saved") });
      onClose();
    },
  );
  const missing = {
    name: !name.trim(),
    email: !person && !/^\S+@\S+$/.test(email.trim()),
    nodes: nodes?.length === 0,
  };
  const atField = {
    name: fieldProblem(save.error, "name_taken"),
    email: fieldProblem(save.error, "email_taken", "invalid_email"),
    nodes: fieldProblem(save.error, "unknown_node"),
  };
  const isAtField = Object.values(atField).some((said) => said !== null);
  const submit = () => {
    setChecked(true);
    if (!Object.values(missing).includes(true)) save.run();
  };
  return (
    <FormDialog
      title={person ? text("settings_people_edit_title", { name: person.name }) : text("settings_people_add")}
      submitLabel={text(person ? "save" : "settings_people_add")}
      isDirty={changed ? Object.keys(changed).length > 0 : Boolean(name || email)}
      isBusy={save.isBusy}
      error={isAtField ? null : save.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField
        label={text("name")}
        value={name}
        onChange={save.edit(setName)}
        hint={text("settings_people_name_hint")}
        error={isChecked && missing.name ? text("name_missing") : atField.name}
      />
      {!person && (
        <TextField
          label={text("email")}
          type="email"
          value={email}
          onChange={save.edit(setEmail)}
          error={isChecked && missing.email ? text("settings_problem_invalid_email") : atField.email}
        />
      )}
      <Select
        label={text("role")}
        value={role}
        options={ROLES.map((value) => ({ value, label: text(`role_${value}`) }))}
        onChange={save.edit(setRole)}
        hint={text(`settings_people_role_${role}`)}
      />
      <NodesField
        label={text("settings_nodes")}
        value={nodes}
        onChange={save.edit(setNodes)}
        error={isChecked && missing.nodes ? text("settings_nodes_missing") : atField.nodes}
      />
      {person && ("role" in (changed ?? {}) || hasNodes(changed)) && (
        <p className="note note--hint settings__note">
          {text(person.id === user.id ? "settings_people_own_change" : "settings_people_change_hint")}
        </p>
      )}
      {hasCode(save.error, "last_owner") && <p className="soft">{text("settings_people_last_owner_step")}</p>}
    </FormDialog>
  );
}

type Wanted = Pick<ManagedPerson, "name" | "role" | "nodes">;

interface Change {
  name?: string;
  role?: Role;
  nodes?: string[];
  all_nodes?: true;
}

const hasNodes = (change: Change | undefined) =>
  change !== undefined && ("nodes" in change || "all_nodes" in change);

/** Returns what is another than before. */
function changeOf(person: ManagedPerson, { name, role, nodes }: Wanted): Change {
  const areSameNodes = [...(nodes ?? ["*"])].sort().join() === [...(person.nodes ?? ["*"])].sort().join();
  return {
    ...(name !== person.name && { name }),
    ...(role !== person.role && { role }),
    ...(!areSameNodes && (nodes === null ? { all_nodes: true } : { nodes })),
  };
}
