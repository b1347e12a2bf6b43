import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call } from "../http/call";
import { useSession, useTakeSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { ProblemNote } from "../ui/ProblemNote";
import { Section } from "../ui/Section";
import { SuccessNote } from "../ui/SuccessNote";
import { TextField } from "../ui/TextField";
import type { Session } from "../wire";

/** The name that customers see, and what others have decided. */
export function ProfileSection() {
  const text = useText();
  const { user } = useSession();
  const takeSession = useTakeSession();
  const [name, setName] = useState(user.name);
  const save = useMutation({
    mutationFn: () => call<Session>("PATCH", "/v1/staff/me", { name: name.trim() }),
    onSuccess: takeSession,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && !save.isPending) save.mutate();
  };
  return (
    <Section title={text("profile")}>
      <dl className="facts">
        <dt>{text("email")}</dt>
        <dd>{user.email}</dd>
        <dt>{text("role")}</dt>
        <dd>{text(`role_${user.role}`)}</dd>
      </dl>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          label={text("name")}
          autoComplete="name"
          value={name}
          onChange={(changed) => {
            setName(changed);
            save.reset();
          }}
          hint={text("name_hint")}
          error={name.trim() ? null : text("name_missing")}
        />
        <ProblemNote error={save.error} />
        <div className="actions">
          <Button type="submit" kind="secondary" isBusy={save.isPending}>
            {text("save")}
          </Button>
          <SuccessNote>{save.isSuccess && text("saved")}</SuccessNote>
        </div>
      </form>
    </Section>
  );
}
