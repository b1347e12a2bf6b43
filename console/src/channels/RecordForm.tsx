import { useEffect } from "react";
import { useKeys } from "../keys";
import { useText } from "../texts/TextsProvider";
import { Section } from "../ui/Section";
import { textKey } from "./controlProps";
import { FieldControl } from "./FieldControl";
import { Findings } from "./Findings";
import { OutdatedNote } from "./OutdatedNote";
import { RestSection } from "./RestSection";
import { SaveBar } from "./SaveBar";
import type { Choices } from "./useChoices";
import type { RecordEditor } from "./useRecordEditor";

/** The settings of a record, in groups, with what the server finds in them. */
export function RecordForm({ editor, choices }: { editor: RecordEditor; choices: Choices }) {
  const text = useText();
  const { layout, generation, isReadOnly, isDirty, save, badRest } = editor;
  const canSave = !isReadOnly && isDirty && badRest === null && !save.isPending;
  const run = () => {
    if (canSave) save.mutate();
  };
  useKeys("channels_part_settings", [
    { keys: "$mod+s", text: "save", run },
    { keys: "$mod+Enter", text: "save", run },
  ]);
  useEffect(() => {
    if (save.isError) focusFirstInvalid();
  }, [save.isError]);
  return (
    <form
      className="channels-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <OutdatedNote editor={editor} />
      {layout.groups.map(({ id, fields }) => {
        const title = textKey(`channels_group_${id}`);
        const hint = textKey(`channels_group_${id}_hint`);
        return (
          <Section
            key={`${id} ${generation}`}
            title={title ? text(title) : id}
            {...(hint && { hint: text(hint) })}
          >
            {fields.map((field) => (
              <FieldControl key={field.path.join(".")} field={field} editor={editor} choices={choices} />
            ))}
          </Section>
        );
      })}
      <RestSection key={generation} editor={editor} />
      <WholeFindings editor={editor} />
      {!isReadOnly && <SaveBar editor={editor} onSave={run} />}
    </form>
  );
}

/** What is not about one field, such as another record that would not fit. */
function WholeFindings({ editor: { findings } }: { editor: RecordEditor }) {
  const text = useText();
  const whole = findings.filter(({ pointer }) => pointer === "");
  if (whole.length === 0) return null;
  return (
    <div className="note note--problem channels-note" role="alert">
      <p>{text("channels_other_findings")}</p>
      <Findings findings={whole} />
    </div>
  );
}

function focusFirstInvalid() {
  const field = document.querySelector<HTMLElement>('.channels-form [aria-invalid="true"]');
  field?.focus();
}
