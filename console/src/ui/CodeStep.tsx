import { type FormEvent, useEffect, useRef, useState } from "react";
import { hasCode } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { Button } from "./Button";
import { CodeField } from "./CodeField";
import { PageTitle } from "./PageTitle";
import { ProblemNote } from "./ProblemNote";

interface Props {
  email: string;
  /** Of the last try. That a code is needed is no error here. */
  error: unknown;
  isBusy: boolean;
  submitText: string;
  onCode: (code: string) => void;
  onBack?: () => void;
}

/** The step after a password, of those who have a second factor. */
export function CodeStep({ email, error, isBusy, submitText, onCode, onBack }: Props) {
  const text = useText();
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!code.trim());
    if (!code.trim()) field.current?.focus();
    else if (!isBusy) onCode(code.trim());
  };
  const isWrong = hasCode(error, "wrong_code");
  return (
    <form className="form" onSubmit={submit} noValidate>
      <PageTitle title={text("code_title")} />
      <p className="soft">{text("code_for", { email })}</p>
      <CodeField
        value={code}
        onChange={setCode}
        inputRef={field}
        error={isMissing && !code.trim() ? text("code_missing") : isWrong ? text("wrong_code") : null}
      />
      {!isWrong && !hasCode(error, "code_needed") && <ProblemNote error={error} />}
      <Button type="submit" isBusy={isBusy}>
        {submitText}
      </Button>
      {onBack && (
        <Button kind="link" onPress={onBack}>
          {text("other_account")}
        </Button>
      )}
    </form>
  );
}
