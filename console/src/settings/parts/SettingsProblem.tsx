import { hasCode, Problem } from "../../http/problem";
import type { TextKey } from "../../texts/en";
import { useText } from "../../texts/TextsProvider";
import { ProblemNote } from "../../ui/ProblemNote";

/** The problems of the settings that the console has words of its own for. */
const WORDS: Record<string, TextKey> = {
  email_taken: "settings_problem_email_taken",
  last_owner: "settings_problem_last_owner",
  person_disabled: "settings_problem_person_disabled",
  person_needed: "settings_problem_person_needed",
  too_many_people: "settings_problem_too_many_people",
  no_passwords: "settings_problem_no_passwords",
  not_in_scope: "settings_problem_not_in_scope",
  right_missing: "settings_problem_right_missing",
  too_many_tokens: "settings_problem_too_many_tokens",
  too_many_webhooks: "settings_problem_too_many_webhooks",
  too_many_canned_replies: "settings_problem_too_many_replies",
  records_are_files: "settings_problem_records_are_files",
  record_in_use: "settings_problem_in_use",
  invalid_record: "settings_problem_invalid_record",
  invalid_email: "settings_problem_invalid_email",
  invalid_url: "settings_problem_invalid_url",
  invalid_id: "settings_problem_invalid_id",
  unknown_node: "settings_problem_unknown_node",
  not_found: "settings_problem_not_found",
};

/** Says why the server has not done what was asked: in words of the settings where there are any. */
export function SettingsProblem({ error }: { error: unknown }) {
  const text = useText();
  const words = error instanceof Problem ? WORDS[error.code] : undefined;
  if (!words) return <ProblemNote error={error} />;
  return (
    <div className="note note--problem" role="alert">
      <p>{text(words)}</p>
      {detailsOf(error).map((detail) => (
        // The server's own words are English in every language.
        <p key={detail} className="small settings__wrap" dir="ltr" lang="en">
          {detail}
        </p>
      ))}
    </div>
  );
}

/** Returns what only the server knows: what needs a record, or what is wrong in it. */
function detailsOf(error: unknown): string[] {
  if (hasCode(error, "record_in_use")) return error.detail ? [error.detail] : [];
  if (!hasCode(error, "invalid_record")) return [];
  return [...new Set(error.faults.map(({ pointer, detail }) => `${pointer} ${detail}`.trim()))];
}

/** Returns what to say at a field about a problem: null unless it has one of these codes. */
export function useFieldProblem() {
  const text = useText();
  return (error: unknown, ...codes: string[]): string | null => {
    if (!hasCode(error, ...codes)) return null;
    const words = error.code === "name_taken" ? "name_taken" : WORDS[error.code];
    return words ? text(words) : error.message;
  };
}
