import { useText } from "../texts/TextsProvider";
import { Select } from "../ui/Select";
import { Switch } from "../ui/Switch";
import { TextArea } from "../ui/TextArea";
import { TextField } from "../ui/TextField";
import { ColorControl } from "./ColorControl";
import { type ControlProps, textKey } from "./controlProps";
import { valueAt } from "./document";
import { Findings } from "./Findings";
import type { Field } from "./fields";
import { HoursControl } from "./HoursControl";
import { LinesControl } from "./LinesControl";
import { NumberControl } from "./NumberControl";
import { SecretControl } from "./SecretControl";
import { TextsControl } from "./TextsControl";
import type { Choices } from "./useChoices";
import { findingsAt, type RecordEditor } from "./useRecordEditor";

/** Those that the browser knows: nearly all that the server does. */
const TIME_ZONES = Intl.supportedValuesOf("timeZone").map((zone) => ({
  value: zone,
  label: zone.replaceAll("_", " "),
}));

/** A field of the record with its control, and below it what the server finds there. */
export function FieldControl({
  field,
  editor,
  choices,
}: {
  field: Field;
  editor: RecordEditor;
  choices: Choices;
}) {
  const text = useText();
  const { path, name, control } = field;
  const label = textKey(`channels_field_${name}`);
  const hint = textKey(`channels_hint_${name}`);
  const findings = findingsAt(editor.findings, path);
  const [first] = findings.filter(({ isError }) => isError);
  const showsError = ["number", "text", "long_text", "secret", "color", "lines"].includes(control.kind);
  const props: ControlProps = {
    label: label ? text(label) : path.join("."),
    hint: hint ? text(hint) : undefined,
    value: valueAt(editor.document, path),
    stored: valueAt(editor.base.document, path),
    isReadOnly: editor.isReadOnly,
    error: first?.message ?? null,
    onChange: (value) => editor.change(path, value),
  };
  const rest = showsError ? findings.filter((finding) => finding !== first) : findings;
  return (
    <div className="channels-field" data-field={path.join(".")}>
      <ControlOf field={field} props={props} choices={choices} languages={choices.languages} />
      <Findings findings={rest} />
    </div>
  );
}

function ControlOf({
  field: { control, isOnByDefault },
  props,
  choices,
  languages,
}: {
  field: Field;
  props: ControlProps;
  choices: Choices;
  languages: Choices["languages"];
}) {
  const text = useText();
  switch (control.kind) {
    case "switch":
      return <SwitchControl {...props} isOnByDefault={isOnByDefault} />;
    case "number":
      return <NumberControl {...props} isWhole={control.isWhole} />;
    case "lines":
      return <LinesControl {...props} />;
    case "color":
      return <ColorControl {...props} />;
    case "texts":
      return <TextsControl {...props} mayBeOne={control.mayBeOne} languages={languages} />;
    case "text":
      return <TextControl {...props} />;
    case "choice":
      return (
        <ChoiceControl
          {...props}
          none={text("channels_default")}
          options={control.values.map((value) => {
            const key = textKey(`channels_value_${value}`);
            return { value, label: key ? text(key) : value };
          })}
        />
      );
    case "long_text":
      return <TextControl {...props} isLong />;
    case "secret":
      return <SecretControl {...props} />;
    case "hours":
      return <HoursControl {...props} />;
    case "time_zone":
      return <ChoiceControl {...props} none="UTC" options={TIME_ZONES} />;
    case "flow":
      return <ChoiceControl {...props} none={text("channels_no_choice")} options={choices.flows} />;
    case "language_id":
    case "language_code":
      return (
        <ChoiceControl
          {...props}
          none={text("channels_default")}
          options={languages.map(({ id, code, name }) => ({
            value: control.kind === "language_id" ? id : code,
            label: name,
          }))}
        />
      );
  }
}

function SwitchControl({
  label,
  hint,
  value,
  stored,
  isReadOnly,
  isOnByDefault,
  onChange,
}: ControlProps & { isOnByDefault: boolean }) {
  return (
    <Switch
      label={label}
      hint={hint}
      isSelected={typeof value === "boolean" ? value : isOnByDefault}
      isDisabled={isReadOnly}
      onChange={(isOn) => onChange(isOn === isOnByDefault && stored === undefined ? undefined : isOn)}
    />
  );
}

function TextControl({
  label,
  hint,
  value,
  stored,
  isReadOnly,
  error,
  isLong = false,
  onChange,
}: ControlProps & { isLong?: boolean }) {
  const Field = isLong ? TextArea : TextField;
  return (
    <Field
      label={label}
      hint={hint}
      value={typeof value === "string" ? value : ""}
      isReadOnly={isReadOnly}
      error={error}
      onChange={(typed) => onChange(typed === "" && stored !== "" ? undefined : typed)}
    />
  );
}

function ChoiceControl({
  label,
  hint,
  value,
  stored,
  isReadOnly,
  none,
  options,
  onChange,
}: ControlProps & { none: string; options: readonly { value: string; label: string }[] }) {
  const chosen = typeof value === "string" ? value : "";
  const isKnown = chosen === "" || options.some((option) => option.value === chosen);
  return (
    <Select
      label={label}
      hint={hint}
      value={chosen}
      isDisabled={isReadOnly}
      options={[
        { value: "", label: none },
        ...options,
        ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
      ]}
      onChange={(picked) => onChange(picked === "" && stored !== "" ? undefined : picked)}
    />
  );
}
