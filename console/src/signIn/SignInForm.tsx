import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../http/call";
import { hasCode } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { CodeStep } from "../ui/CodeStep";
import { PageTitle } from "../ui/PageTitle";
import { PasswordField } from "../ui/PasswordField";
import { ProblemNote } from "../ui/ProblemNote";
import { TextField } from "../ui/TextField";
import type { Session } from "../wire";

/** Asks for email and password, then for a code of those who have a second factor. */
export function SignInForm({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const text = useText();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isChecked, setChecked] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const signIn = useMutation({
    mutationFn: (code: string | undefined) =>
      call<Session>("POST", "/v1/staff/session", { email: email.trim(), password, ...(code && { code }) }),
    onSuccess: onSignedIn,
  });

  // It stays the step until the account is another one.
  const [needsCode, setNeedsCode] = useState(false);
  if (!needsCode && hasCode(signIn.error, "code_needed")) setNeedsCode(true);
  if (needsCode)
    return (
      <CodeStep
        email={email.trim()}
        error={signIn.error}
        isBusy={signIn.isPending}
        submitText={text(signIn.isPending ? "signing_in" : "sign_in")}
        onCode={signIn.mutate}
        onBack={() => {
          setNeedsCode(false);
          setPassword("");
          setChecked(false);
          signIn.reset();
        }}
      />
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!email.trim()) emailField.current?.focus();
    else if (!password) passwordField.current?.focus();
    else if (!signIn.isPending) signIn.mutate(undefined);
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <PageTitle title={text("title_sign_in")} />
      <TextField
        label={text("email")}
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        inputRef={emailField}
        error={isChecked && !email.trim() ? text("email_missing") : null}
      />
      <PasswordField
        label={text("password")}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        inputRef={passwordField}
        error={isChecked && !password ? text("password_missing") : null}
      />
      <ProblemNote error={signIn.error} />
      <Button type="submit" isBusy={signIn.isPending}>
        {text(signIn.isPending ? "signing_in" : "sign_in")}
      </Button>
      <p className="small soft">{text("forgot_password")}</p>
    </form>
  );
}
