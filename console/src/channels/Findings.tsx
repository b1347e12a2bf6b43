import type { Finding } from "./useRecordEditor";

/** What the server finds, in its own words. It writes English: screen readers are told. */
export function Findings({ findings, id }: { findings: readonly Finding[]; id?: string }) {
  if (findings.length === 0) return null;
  return (
    <ul className="channels-findings" {...(id !== undefined && { id })}>
      {findings.map(({ pointer, message, isError }) => (
        <li
          key={`${pointer} ${message}`}
          className={isError ? "field__error" : "field__hint"}
          lang="en"
          dir="ltr"
        >
          {message}
        </li>
      ))}
    </ul>
  );
}
