import { type FormEvent, useState } from "react";
import { call } from "../../http/call";
import { hasCode } from "../../http/problem";
import { useText } from "../../texts/TextsProvider";
import { Button } from "../../ui/Button";
import { SuccessNote } from "../../ui/SuccessNote";
import { TextArea } from "../../ui/TextArea";
import { TextField } from "../../ui/TextField";
import type { RecordCheck } from "../../wire";
import { SettingsProblem } from "../parts/SettingsProblem";
import { useAct } from "../parts/useAct";
import {
  CONNECTOR,
  CONNECTORS,
  type Connector,
  checkConnector,
  connectorPath,
  REVISIONS,
} from "./connectors";
import { Findings } from "./Findings";

/** What a new connector begins with: the smallest one that does something. */
const EXAMPLE = {
  id: "orders",
  method: "GET",
  url: "https://shop.example/v1/orders/{{answer}}",
  headers: { "X-Api-Key": { env: "PULSEN_CONNECTOR_SHOP_KEY" } },
  data: { tier: "/customer/tier" },
};

interface Props {
  /** What is changed; one is added without. */
  connector?: Connector;
  /** Of what is changed: the server refuses to overwrite another one. */
  version?: string;
  onSaved: (id: string) => void;
  onCancel: () => void;
}

/** Edits a connector as the text of its file. The server checks it before it stores it. */
export function ConnectorEditor({ connector, version: loaded, onSaved, onCancel }: Props) {
  const text = useText();
  // What was typed is of this version, also where a newer one is loaded meanwhile.
  const [version] = useState(loaded);
  const [json, setJson] = useState(() => JSON.stringify(connector ?? EXAMPLE, null, 2));
  const [note, setNote] = useState("");
  const [checked, setChecked] = useState<RecordCheck | null>(null);
  const check = useAct<RecordCheck>({ call: () => checkConnector(json), changes: [] }, setChecked);
  const save = useAct<string | null>(
    {
      call: async () => {
        const found = await checkConnector(json);
        setChecked(found);
        if (found.errors > 0) return null;
        const { id } = JSON.parse(json) as Connector;
        const query = note.trim() ? `?${new URLSearchParams({ note: note.trim() })}` : "";
        await call(
          "PUT",
          connectorPath(connector?.id ?? id) + query,
          new Blob([json], { type: "application/json" }),
          version === undefined ? { isNew: true } : { ifMatch: version },
        );
        return id;
      },
      changes: [CONNECTORS, CONNECTOR, REVISIONS],
    },
    (id) => {
      if (id !== null) onSaved(id);
    },
  );
  const change = (changed: string) => {
    setJson(changed);
    setChecked(null);
    save.reset();
    check.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run();
  };
  return (
    <form className="form settings-editor" onSubmit={submit} noValidate>
      <div dir="ltr" className="settings-editor__text">
        <TextArea
          label={text("settings_connectors_json")}
          hint={text("settings_connectors_json_hint")}
          rows={16}
          value={json}
          onChange={change}
        />
      </div>
      {checked && <Findings check={checked} />}
      <TextField
        label={text("settings_note")}
        hint={text("settings_note_hint")}
        value={note}
        onChange={setNote}
        maxLength={500}
      />
      {hasCode(save.error, "changed") && !connector ? (
        <p className="note note--problem" role="alert">
          {text("settings_id_taken")}
        </p>
      ) : (
        <SettingsProblem error={save.error ?? check.error} />
      )}
      <div className="actions">
        <Button type="submit" isBusy={save.isBusy}>
          {text("save")}
        </Button>
        <Button kind="secondary" isBusy={check.isBusy} onPress={check.run}>
          {text("settings_connectors_check")}
        </Button>
        <Button kind="quiet" onPress={onCancel}>
          {text("cancel")}
        </Button>
      </div>
      <SuccessNote>
        {checked?.errors === 0 && checked.warnings === 0 && text("settings_connectors_no_findings")}
      </SuccessNote>
    </form>
  );
}
