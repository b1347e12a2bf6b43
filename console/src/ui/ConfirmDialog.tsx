import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useText } from "../texts/TextsProvider";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { ProblemNote } from "./ProblemNote";

interface Props {
  /** A question, such as “Delete this chat?”. */
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** What will be done, as a verb. */
  confirmLabel: string;
  isDanger?: boolean;
  /** Does it, then closes the dialog. What goes wrong stands in the dialog. */
  onConfirm: () => Promise<unknown>;
  onCancel: () => void;
}

/** Asks before something that cannot be undone easily. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  isDanger = false,
  onConfirm,
  onCancel,
}: Props) {
  const text = useText();
  const confirm = useMutation({ mutationFn: onConfirm });
  return (
    <Dialog title={title} isAlert onClose={confirm.isPending ? undefined : onCancel}>
      <div className="dialog__text">{children}</div>
      <ProblemNote error={confirm.error} />
      <div className="actions">
        <Button
          kind={isDanger ? "danger" : "primary"}
          isBusy={confirm.isPending}
          onPress={() => confirm.mutate()}
        >
          {confirmLabel}
        </Button>
        <Button kind="quiet" isDisabled={confirm.isPending} onPress={onCancel}>
          {text("cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
