import { useBlocker } from "@tanstack/react-router";
import { useText } from "../texts/TextsProvider";
import { ConfirmDialog } from "../ui/ConfirmDialog";

/** Asks before somebody leaves a page with changes that are not saved. The browser asks where the whole console is left. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const text = useText();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <ConfirmDialog
      title={text("channels_leave_title")}
      confirmLabel={text("channels_leave")}
      isDanger
      onConfirm={async () => blocker.proceed()}
      onCancel={blocker.reset}
    >
      <p>{text("channels_discard_hint")}</p>
    </ConfirmDialog>
  );
}
