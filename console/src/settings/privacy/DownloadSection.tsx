import { Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { download } from "../../basics/download";
import { call } from "../../http/call";
import { hasCode } from "../../http/problem";
import { useText } from "../../texts/TextsProvider";
import { Button } from "../../ui/Button";
import { Section } from "../../ui/Section";
import { SuccessNote } from "../../ui/SuccessNote";
import { TextField } from "../../ui/TextField";
import { SettingsProblem } from "../parts/SettingsProblem";
import { useAct } from "../parts/useAct";

/** Gives everything that is held about a customer, as a file to hand out. */
export function DownloadSection({ customer }: { customer: string }) {
  const text = useText();
  const [id, setId] = useState(customer);
  const [isChecked, setChecked] = useState(false);
  const [count, setCount] = useState<number | null>(null);
  const get = useAct<object>(
    { call: () => call("GET", `/v1/staff/customers/${encodeURIComponent(id.trim())}/data`), changes: [] },
    (data) => {
      download(`customer-${id.trim()}.json`, `${JSON.stringify(data, null, 2)}\n`);
      // Each list has the rows of one kind.
      setCount(Object.values(data).reduce((sum, rows) => sum + (Array.isArray(rows) ? rows.length : 0), 0));
    },
  );
  const isUnknown = hasCode(get.error, "not_found");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    setCount(null);
    if (id.trim()) get.run();
  };
  return (
    <Section title={text("settings_privacy_download")} hint={text("settings_privacy_download_hint")}>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          label={text("settings_privacy_customer")}
          value={id}
          onChange={(changed) => {
            setId(changed);
            get.reset();
            setCount(null);
          }}
          hint={text("settings_privacy_customer_hint")}
          error={
            isChecked && !id.trim()
              ? text("settings_privacy_id_missing")
              : isUnknown
                ? text("settings_privacy_unknown_customer")
                : null
          }
        />
        <SettingsProblem error={isUnknown ? null : get.error} />
        <div className="actions">
          <Button type="submit" kind="secondary" icon={Download} isBusy={get.isBusy}>
            {text("download")}
          </Button>
        </div>
        <SuccessNote>{count !== null && text("settings_privacy_downloaded", { count })}</SuccessNote>
      </form>
    </Section>
  );
}
