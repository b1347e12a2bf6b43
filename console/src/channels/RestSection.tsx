import { useState } from "react";
import { useText } from "../texts/TextsProvider";
import { Section } from "../ui/Section";
import { TextArea } from "../ui/TextArea";
import { isDocument } from "./document";
import { Findings } from "./Findings";
import { restOf, withRest } from "./fields";
import { findingsAt, type RecordEditor } from "./useRecordEditor";

/** The fields that have no control of their own, as JSON. */
export function RestSection({ editor }: { editor: RecordEditor }) {
  const text = useText();
  const { document, layout, findings, isReadOnly, badRest, replace, setBadRest } = editor;
  const [typed, setTyped] = useState(
    () => badRest?.typed ?? JSON.stringify(restOf(document, layout), null, 2),
  );
  const change = (changed: string) => {
    setTyped(changed);
    const { value, reason } = read(changed);
    const refuse = (problem: string) => setBadRest({ typed: changed, problem });
    if (!value) return refuse(text("channels_rest_no_json", { reason }));
    const { document: replaced, foreign } = withRest(document, value, layout);
    if (foreign) return refuse(text("channels_rest_foreign", { field: foreign.join(".") }));
    setBadRest(null);
    replace(replaced);
  };
  const placed = layout.groups.flatMap(({ fields }) => fields);
  const own = findings.filter(
    (finding) => finding.pointer !== "" && !placed.some(({ path }) => findingsAt([finding], path).length > 0),
  );
  const [first, ...others] = own;
  return (
    <Section title={text("channels_rest")} hint={text("channels_rest_hint")}>
      <div className="channels-rest">
        <TextArea
          label={text("channels_rest")}
          isLabelHidden
          rows={6}
          value={typed}
          isReadOnly={isReadOnly}
          error={badRest?.problem ?? (first?.isError ? `${first.pointer}: ${first.message}` : null)}
          onChange={change}
        />
        <Findings
          findings={(first?.isError ? others : own).map((finding) => ({
            ...finding,
            message: `${finding.pointer}: ${finding.message}`,
          }))}
        />
      </div>
    </Section>
  );
}

function read(typed: string) {
  try {
    const value: unknown = JSON.parse(typed.trim() || "{}");
    return isDocument(value) ? { value, reason: "" } : { value: null, reason: "{ … }" };
  } catch (error) {
    return { value: null, reason: error instanceof Error ? error.message : "" };
  }
}
