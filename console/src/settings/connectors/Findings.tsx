import { useText } from "../../texts/TextsProvider";
import type { RecordCheck } from "../../wire";

/** What the server's check has found in a record, with the place of each. */
export function Findings({ check: { findings, findings_left_out } }: { check: RecordCheck }) {
  const text = useText();
  if (findings.length === 0) return null;
  return (
    <div className="note note--problem" role="alert">
      <p className="settings__strong">{text("settings_findings")}</p>
      <ul className="settings-findings">
        {findings.map(({ code, line, column, pointer, severity, message }) => (
          <li key={`${line}:${column}:${pointer}:${code}`}>
            {text(severity === "error" ? "settings_findings_error" : "settings_findings_warning")}
            {line !== null && column !== null && (
              <>
                {" · "}
                {text("settings_findings_place", { line, column })}
              </>
            )}
            {/* The words of the check are English in every language. */}
            <span className="settings__line" dir="ltr" lang="en">
              {pointer && <code>{pointer} </code>}
              {message}
            </span>
          </li>
        ))}
      </ul>
      {findings_left_out > 0 && <p>{text("settings_findings_more", { count: findings_left_out })}</p>}
    </div>
  );
}
