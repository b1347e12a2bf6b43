import { useMemo, useState } from "react";
import { useText } from "../texts/TextsProvider";
import { Section } from "../ui/Section";
import { TextArea } from "../ui/TextArea";
import { CodeBlock } from "./CodeBlock";
import { type Blocker, checkPage, type PageReport } from "./policy";

/** Tells from what somebody pastes of a page what keeps the widget away. Nothing of it leaves the browser. */
export function CheckSection({ server, code }: { server: string; code: string }) {
  const text = useText();
  const [pasted, setPasted] = useState("");
  const report = useMemo(
    () => (pasted.trim() ? checkPage(pasted, server, code) : null),
    [pasted, server, code],
  );
  return (
    <Section title={text("channels_check")} hint={text("channels_check_hint")}>
      <TextArea label={text("channels_check_label")} rows={5} value={pasted} onChange={setPasted} />
      {/* It is there before: screen readers announce what comes into it. */}
      <div role="status" className="channels-report">
        {report && <Report report={report} />}
      </div>
    </Section>
  );
}

function Report({ report: { policies, blockers, hasTag, otherWidget } }: { report: PageReport }) {
  const text = useText();
  return (
    <>
      {hasTag !== null && <p>{text(hasTag ? "channels_check_tag" : "channels_check_no_tag")}</p>}
      {otherWidget !== null && <p>{text("channels_check_other", { code: otherWidget })}</p>}
      {policies === 0 && <p>{text("channels_check_nothing")}</p>}
      {policies > 0 && blockers.length === 0 && (
        <p className="success">{text("channels_check_fine", { count: policies })}</p>
      )}
      {blockers.map((blocker) => (
        <BlockerNote key={`${blocker.kind} ${blocker.directive} ${blocker.line}`} blocker={blocker} />
      ))}
    </>
  );
}

function BlockerNote({ blocker: { kind, directive, line } }: { blocker: Blocker }) {
  const text = useText();
  if (line === null) return <p className="channels-blocker">{text("channels_check_nonce", { directive })}</p>;
  return (
    <div className="channels-blocker">
      <p>{text(`channels_check_${kind}`, { directive })}</p>
      <CodeBlock label={directive} value={line} />
    </div>
  );
}
