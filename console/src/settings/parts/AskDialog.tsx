import type { ReactNode } from "react";
import { useText } from "../../texts/TextsProvider";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { SettingsProblem } from "./SettingsProblem";
import { type Act, useAct } from "./useAct";

interface Props<Result> {
  /** A question. */
  title: string;
  /** What will happen. */
  children: ReactNode;
  confirmLabel: string;
  isDanger?: boolean;
  act: Act<Result>;
  onDone: (result: Result) => void;
  onCancel: () => void;
}

/** Asks before an act, carries it out, and says why it failed. It stays open until the act has succeeded. */
export function AskDialog<Result>({
  title,
  children,
  confirmLabel,
  isDanger = false,
  act,
  onDone,
  onCancel,
}: Props<Result>) {
  const text = useText();
  const { run, isBusy, error } = useAct(act, onDone);
  return (
    <Dialog title={title} isAlert onClose={isBusy ? undefined : onCancel}>
      <div className="dialog__text">{children}</div>
      <SettingsProblem error={error} />
      <div className="actions">
        <Button kind={isDanger ? "danger" : "primary"} isBusy={isBusy} onPress={run}>
          {confirmLabel}
        </Button>
        <Button kind="quiet" isDisabled={isBusy} onPress={onCancel}>
          {text("cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
