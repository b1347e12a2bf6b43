import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../http/call";
import { hasCode } from "../http/problem";
import { useLive } from "../live";
import { useSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { newPasswordFault } from "../ui/newPassword";
import { PasswordField } from "../ui/PasswordField";
import { ProblemNote } from "../ui/ProblemNote";
import { Section } from "../ui/Section";
import { SuccessNote } from "../ui/SuccessNote";
import { ownSessionsKey } from "./ownSessions";

/** Changes the password. */
export function PasswordSection() {
  const text = useText();
  const queries = useQueryClient();
  const { user } = useSession();
  const live = useLive();
  const [present, setPresent] = useState("");
  const [chosen, setChosen] = useState("");
  const [isChecked, setChecked] = useState(false);
  const presentField = useRef<HTMLInputElement>(null);
  const chosenField = useRef<HTMLInputElement>(null);
  const change = useMutation({
    mutationFn: () => call("PUT", "/v1/staff/me/password", { password: present, new_password: chosen }),
    onSuccess: () => {
      setPresent("");
      setChosen("");
      setChecked(false);
      // The session has another id now, and the old one gets no events.
      live.restart();
      return queries.invalidateQueries({ queryKey: ownSessionsKey });
    },
    onError: (error) => {
      if (hasCode(error, "wrong_password")) presentField.current?.focus();
    },
  });
  const fault = newPasswordFault(chosen, change.error);
  const isWrong = hasCode(change.error, "wrong_password");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!present) presentField.current?.focus();
    else if (newPasswordFault(chosen, null)) chosenField.current?.focus();
    else if (!change.isPending) change.mutate();
  };
  const missing = isChecked && !present ? text("password_missing") : null;
  return (
    <Section title={text("password")} hint={text("password_section_hint")}>
      <form className="form" onSubmit={submit} noValidate>
        {/* For password managers, which would not know whose password it is. */}
        <input
          className="visually-hidden"
          type="text"
          autoComplete="username"
          value={user.email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          label={text("current_password")}
          autoComplete="current-password"
          value={present}
          onChange={(changed) => {
            setPresent(changed);
            if (isWrong) change.reset();
          }}
          inputRef={presentField}
          error={isWrong ? text("wrong_password") : missing}
        />
        <PasswordField
          label={text("new_password")}
          autoComplete="new-password"
          value={chosen}
          onChange={(changed) => {
            setChosen(changed);
            change.reset();
          }}
          inputRef={chosenField}
          hint={text("password_hint")}
          error={isChecked && fault ? text(fault) : null}
        />
        {!isWrong && (fault === null || !hasCode(change.error, fault)) && (
          <ProblemNote error={change.error} />
        )}
        <div className="actions">
          <Button type="submit" kind="secondary" isBusy={change.isPending}>
            {text("change_password")}
          </Button>
        </div>
        <SuccessNote>{change.isSuccess && text("password_changed")}</SuccessNote>
      </form>
    </Section>
  );
}
