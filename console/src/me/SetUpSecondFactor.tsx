import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { call } from "../http/call";
import { hasCode } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { CodeField } from "../ui/CodeField";
import { CopyButton } from "../ui/CopyButton";
import { latePart } from "../ui/latePart";
import { ProblemNote } from "../ui/ProblemNote";
import type { RecoveryCodes, SecondFactorOffer } from "../wire";

const QrCode = latePart(async () => (await import("../ui/QrCode")).default, <div className="qr-code" />);

interface Props {
  offer: SecondFactorOffer;
  onTurnedOn: (recoveryCodes: string[]) => unknown;
  onCancel: () => void;
}

/** Shows a key to an authenticator app, as a picture and as text, and asks for a code as proof. */
export function SetUpSecondFactor({ offer, onTurnedOn, onCancel }: Props) {
  const text = useText();
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);
  const turnOn = useMutation({
    mutationFn: () => call<RecoveryCodes>("PUT", "/v1/staff/me/second_factor", { code: code.trim() }),
    onSuccess: ({ recovery_codes }) => onTurnedOn(recovery_codes),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!code.trim());
    if (code.trim() && !turnOn.isPending) turnOn.mutate();
  };
  const isWrong = hasCode(turnOn.error, "wrong_code");
  const missing = isMissing && !code.trim() ? text("code_missing") : null;
  return (
    <form className="form" onSubmit={submit} noValidate>
      <p ref={start} tabIndex={-1}>
        {text("scan")}
      </p>
      <QrCode value={offer.uri} label={text("qr_code")} />
      <p>{text("or_type")}</p>
      <p className="key" dir="ltr">
        {grouped(offer.secret)}
      </p>
      <div className="actions">
        <CopyButton value={offer.secret} />
        <a className="link" href={offer.uri}>
          {text("open_app")}
        </a>
      </div>
      <p>{text("enter_code")}</p>
      <CodeField
        withRecovery={false}
        value={code}
        onChange={(changed) => {
          setCode(changed);
          turnOn.reset();
        }}
        error={isWrong ? text("wrong_code") : missing}
      />
      {!isWrong && <ProblemNote error={turnOn.error} />}
      <div className="actions">
        <Button type="submit" isBusy={turnOn.isPending}>
          {text("turn_on")}
        </Button>
        <Button kind="quiet" onPress={onCancel}>
          {text("cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Returns a key in groups of four, as one reads it from one screen and types it into another. */
function grouped(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
