import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../http/call";
import { hasCode } from "../http/problem";
import { useTakeSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { CodeStep } from "../ui/CodeStep";
import { newPasswordFault } from "../ui/newPassword";
import { PageTitle } from "../ui/PageTitle";
import { PasswordField } from "../ui/PasswordField";
import { ProblemNote } from "../ui/ProblemNote";
import { TextField } from "../ui/TextField";
import type { OneTimeLink, Session } from "../wire";
import { NotValid } from "./NotValid";

/** Asks for the password, and of somebody new for the name; then for a code of those who have a second factor. */
export function LinkForm({ link, secret }: { link: OneTimeLink; secret: string }) {
  const text = useText();
  const takeSession = useTakeSession();
  const navigate = useNavigate();
  const isNew = link.kind === "welcome";
  const [name, setName] = useState(link.name);
  const [password, setPassword] = useState("");
  const [isChecked, setChecked] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const use = useMutation({
    mutationFn: (code: string | undefined) =>
      call<Session>("POST", "/v1/staff/links/use", {
        secret,
        password,
        ...(isNew && { name: name.trim() }),
        ...(code && { code }),
      }),
    onSuccess: async (session) => {
      takeSession(session);
      await navigate({ to: "/inbox", replace: true });
    },
  });

  const [needsCode, setNeedsCode] = useState(false);
  if (!needsCode && hasCode(use.error, "code_needed")) setNeedsCode(true);
  if (hasCode(use.error, "link_not_valid")) return <NotValid />;
  const submitText = text(isNew ? "start_account" : "save_password");
  if (needsCode)
    return (
      <CodeStep
        email={link.email}
        error={use.error}
        isBusy={use.isPending}
        submitText={submitText}
        onCode={use.mutate}
      />
    );

  const fault = newPasswordFault(password, use.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isNew && !name.trim()) nameField.current?.focus();
    else if (newPasswordFault(password, null)) passwordField.current?.focus();
    else if (!use.isPending) use.mutate(undefined);
  };
  const isOfPassword = fault !== null && use.isError;
  return (
    <form className="form" onSubmit={submit} noValidate>
      {isNew ? (
        <PageTitle title={text("title_welcome")}>{text("welcome_hello", { name: link.name })}</PageTitle>
      ) : (
        <PageTitle title={text("title_reset")} />
      )}
      <p className="soft">{text(isNew ? "welcome_hint" : "reset_hint")}</p>
      <TextField label={text("email")} type="email" autoComplete="username" value={link.email} isReadOnly />
      {isNew && (
        <TextField
          label={text("name")}
          autoComplete="name"
          value={name}
          onChange={setName}
          inputRef={nameField}
          hint={text("name_hint")}
          error={isChecked && !name.trim() ? text("name_missing") : null}
        />
      )}
      <PasswordField
        label={text("new_password")}
        autoComplete="new-password"
        value={password}
        onChange={(changed) => {
          setPassword(changed);
          use.reset();
        }}
        inputRef={passwordField}
        hint={text("password_hint")}
        error={isChecked && fault ? text(fault) : null}
      />
      {!isOfPassword && <ProblemNote error={use.error} />}
      <Button type="submit" isBusy={use.isPending}>
        {submitText}
      </Button>
    </form>
  );
}
