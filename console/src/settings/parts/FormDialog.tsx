import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useText } from "../../texts/TextsProvider";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { SettingsProblem } from "./SettingsProblem";

interface Props {
  title: string;
  submitLabel: string;
  /** Whether something was typed that would be lost: only a button closes the dialog then. */
  isDirty: boolean;
  isBusy: boolean;
  /** Of the last try, unless a field says it. */
  error: unknown;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A form in a dialog. What was typed stays until the server has stored it; the first field with a fault gets the focus. */
export function FormDialog({
  title,
  submitLabel,
  isDirty,
  isBusy,
  error,
  onSubmit,
  onCancel,
  children,
}: Props) {
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each try, and each answer, may have another field with a fault.
  useEffect(() => {
    const wanted = tries === 0 ? "input" : '[aria-invalid="true"]';
    form.current?.querySelector<HTMLElement>(wanted)?.focus();
  }, [tries, isBusy]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    onSubmit();
  };
  return (
    <Dialog title={title} onClose={isDirty ? undefined : onCancel}>
      <form className="form" ref={form} onSubmit={submit} noValidate>
        {children}
        <SettingsProblem error={error} />
        <div className="actions">
          <Button type="submit" isBusy={isBusy}>
            {submitLabel}
          </Button>
          <Button kind="quiet" onPress={onCancel}>
            {text("cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
