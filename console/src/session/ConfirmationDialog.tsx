import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { signInWays, staffPath } from "../basics/page";
import { call } from "../http/call";
import { hasCode } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { CodeField } from "../ui/CodeField";
import { Dialog } from "../ui/Dialog";
import { PasswordField } from "../ui/PasswordField";
import { ProblemNote } from "../ui/ProblemNote";
import { SingleSignOnLink } from "../ui/SingleSignOnLink";
import { useSession } from "./session";

interface Props {
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Asks who is there: for the password, for a code of those who have a second factor, or by the provider of single sign-on. */
export function ConfirmationDialog({ onConfirmed, onCancel }: Props) {
  const text = useText();
  const { user } = useSession();
  const hasPassword = signInWays().passwords && user.has_password;
  return (
    <Dialog title={text("confirm_title")} onClose={onCancel}>
      {hasPassword && <PasswordForm onConfirmed={onConfirmed} onCancel={onCancel} />}
      <ProviderPart isOnlyWay={!hasPassword} onCancel={onCancel} />
    </Dialog>
  );
}

/** Leads to the provider, and back to this page. */
function ProviderPart({ isOnlyWay, onCancel }: { isOnlyWay: boolean; onCancel: () => void }) {
  const text = useText();
  if (!signInWays().singleSignOn) return null;
  const { pathname, search, hash } = window.location;
  const back = pathname.slice(staffPath().length) + search + hash;
  return (
    <div className="form">
      {isOnlyWay ? <p className="soft">{text("confirm_hint")}</p> : <p className="or">{text("or")}</p>}
      <p className="soft">{text("confirm_away")}</p>
      <div className="actions">
        <SingleSignOnLink kind={isOnlyWay ? "primary" : "secondary"} back={back} again />
        {isOnlyWay && (
          <Button kind="quiet" onPress={onCancel}>
            {text("cancel")}
          </Button>
        )}
      </div>
    </div>
  );
}

function PasswordForm({ onConfirmed, onCancel }: Props) {
  const text = useText();
  const { user } = useSession();
  const [byCode, setByCode] = useState(false);
  const [value, setValue] = useState("");
  const [isMissing, setMissing] = useState(false);
  const confirm = useMutation({
    mutationFn: () =>
      call("POST", "/v1/staff/me/confirmation", byCode ? { code: value } : { password: value }),
    onSuccess: onConfirmed,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!value.trim());
    if (value.trim() && !confirm.isPending) confirm.mutate();
  };
  const change = (changed: string) => {
    setValue(changed);
    setMissing(false);
    confirm.reset();
  };
  const isWrong = hasCode(confirm.error, "wrong_password", "wrong_code");
  return (
    <form className="form" onSubmit={submit} noValidate>
      <p className="soft">{text("confirm_hint")}</p>
      {byCode ? (
        <CodeField
          value={value}
          onChange={change}
          error={isMissing ? text("code_missing") : isWrong ? text("wrong_code") : null}
        />
      ) : (
        <PasswordField
          label={text("password")}
          autoComplete="current-password"
          value={value}
          onChange={change}
          error={isMissing ? text("password_missing") : isWrong ? text("wrong_password") : null}
        />
      )}
      {!isWrong && <ProblemNote error={confirm.error} />}
      <div className="actions">
        <Button type="submit" isBusy={confirm.isPending}>
          {text("confirm")}
        </Button>
        <Button kind="quiet" onPress={onCancel}>
          {text("cancel")}
        </Button>
      </div>
      {user.second_factor && (
        <Button
          kind="link"
          onPress={() => {
            setByCode(!byCode);
            change("");
          }}
        >
          {text(byCode ? "use_password" : "use_code")}
        </Button>
      )}
    </form>
  );
}
