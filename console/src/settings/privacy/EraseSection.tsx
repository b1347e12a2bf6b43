import { type FormEvent, useState } from "react";
import { call } from "../../http/call";
import { hasCode } from "../../http/problem";
import { useSession } from "../../session/session";
import { useText } from "../../texts/TextsProvider";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Section } from "../../ui/Section";
import { Select } from "../../ui/Select";
import { SuccessNote } from "../../ui/SuccessNote";
import { TextField } from "../../ui/TextField";
import type { Erasure, ErasureKind } from "../../wire";
import { useNodeName, useNodes } from "../parts/nodes";
import { SettingsProblem } from "../parts/SettingsProblem";
import { useAct } from "../parts/useAct";
import { ERASURES } from "./Orders";

const KINDS: ErasureKind[] = ["customer", "external_id", "feedback", "device"];

/** Whose data is erased, and where. */
interface Order {
  kind: ErasureKind;
  id: string;
  /** Of one channel; empty for all of the reader's. */
  node: string;
}

/** Orders the erasure of somebody's data. */
export function EraseSection({ customer }: { customer: string }) {
  const text = useText();
  const { user } = useSession();
  const nodes = useNodes();
  const [kind, setKind] = useState<ErasureKind>("customer");
  const [id, setId] = useState(customer);
  const [node, setNode] = useState("");
  const [isChecked, setChecked] = useState(false);
  const [asked, setAsked] = useState<Order | null>(null);
  const [order, setOrder] = useState<Erasure | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    setOrder(null);
    if (id.trim()) setAsked({ kind, id: id.trim(), node });
  };
  return (
    <Section title={text("settings_privacy_erase")} hint={text("settings_privacy_erase_hint")}>
      <form className="form" onSubmit={submit} noValidate>
        <Select
          label={text("settings_privacy_kind")}
          value={kind}
          options={KINDS.map((value) => ({ value, label: text(`settings_privacy_kind_${value}`) }))}
          onChange={setKind}
          hint={text(`settings_privacy_kind_${kind}_hint`)}
        />
        <TextField
          label={text("settings_privacy_id")}
          value={id}
          onChange={setId}
          error={isChecked && !id.trim() ? text("settings_privacy_id_missing") : null}
        />
        {kind !== "feedback" && (
          <Select
            label={text("settings_privacy_where")}
            value={node}
            options={[
              {
                value: "",
                label: text(user.nodes === null ? "settings_all_nodes" : "settings_privacy_own_nodes"),
              },
              ...nodes.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setNode}
          />
        )}
        <div className="actions">
          <Button type="submit" kind="danger">
            {text("settings_privacy_erase_button")}
          </Button>
        </div>
        <SuccessNote>
          {order && text(order.erased_at ? "settings_privacy_erased" : "settings_privacy_ordered")}
        </SuccessNote>
      </form>
      {asked && (
        <AskErasure
          order={asked}
          onOrdered={(ordered) => {
            setAsked(null);
            setOrder(ordered);
            setId("");
            setChecked(false);
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </Section>
  );
}

interface AskProps {
  order: Order;
  onOrdered: (erasure: Erasure) => void;
  onCancel: () => void;
}

function AskErasure({ order: { kind, id, node }, onOrdered, onCancel }: AskProps) {
  const text = useText();
  const nodeName = useNodeName();
  const [typed, setTyped] = useState("");
  const [isChecked, setChecked] = useState(false);
  const erase = useAct<Erasure>(
    {
      call: () =>
        call("POST", "/v1/staff/erasures", {
          [kind === "external_id" ? kind : `${kind}_id`]: id,
          ...(node && kind !== "feedback" && { node_id: node }),
        }),
      changes: [ERASURES],
    },
    onOrdered,
  );
  const isSame = typed.trim() === id;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isSame) erase.run();
  };
  return (
    <Dialog
      title={text("settings_privacy_erase_title")}
      isAlert
      onClose={erase.isBusy ? undefined : onCancel}
    >
      <form className="form" onSubmit={submit} noValidate>
        <div className="dialog__text">
          <p>
            {text(`settings_privacy_erase_${kind}`)}{" "}
            {node && kind !== "feedback" && text("settings_privacy_erase_at", { node: nodeName(node) })}
          </p>
          <p>{text("settings_privacy_erase_final")}</p>
        </div>
        <p className="key" dir="ltr">
          {id}
        </p>
        <TextField
          label={text("settings_privacy_type")}
          value={typed}
          onChange={setTyped}
          error={isChecked && !isSame ? text("settings_privacy_type_wrong") : null}
        />
        {hasCode(erase.error, "not_found", "invalid_id") ? (
          <p className="note note--problem" role="alert">
            {text("settings_privacy_unknown")}
          </p>
        ) : (
          <SettingsProblem error={erase.error} />
        )}
        <div className="actions">
          <Button type="submit" kind="danger" isBusy={erase.isBusy}>
            {text("settings_privacy_erase_do")}
          </Button>
          <Button kind="quiet" isDisabled={erase.isBusy} onPress={onCancel}>
            {text("cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
