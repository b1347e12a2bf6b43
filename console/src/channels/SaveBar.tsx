import { useState } from "react";
import { hasCode } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { ProblemNote } from "../ui/ProblemNote";
import type { RecordEditor } from "./useRecordEditor";

/** Stores what was changed, or discards it. It stays in sight while there are changes. */
export function SaveBar({ editor, onSave }: { editor: RecordEditor; onSave: () => void }) {
  const text = useText();
  const { isDirty, save, findings, badRest, discard } = editor;
  const [isAsking, setAsking] = useState(false);
  const errors = findings.filter(({ isError }) => isError).length + (badRest ? 1 : 0);
  const isExplained = hasCode(save.error, "changed", "invalid_record");
  return (
    <div className={`channels-save${isDirty ? " channels-save--dirty" : ""}`}>
      {!isExplained && <ProblemNote error={save.error} />}
      <div className="channels-save__row">
        <p className="channels-save__state" role="status">
          {stateText()}
        </p>
        {isDirty && (
          <>
            <Button kind="quiet" onPress={() => setAsking(true)}>
              {text("channels_discard")}
            </Button>
            <Button isBusy={save.isPending} onPress={onSave}>
              {text("save")}
            </Button>
          </>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={text("channels_discard_title")}
          confirmLabel={text("channels_discard")}
          isDanger
          onConfirm={async () => {
            discard();
            setAsking(false);
          }}
          onCancel={() => setAsking(false)}
        >
          <p>{text("channels_discard_hint")}</p>
        </ConfirmDialog>
      )}
    </div>
  );

  function stateText(): string {
    if (errors > 0) return text("channels_errors", { count: errors });
    if (isDirty) return text("channels_dirty");
    return text(save.isSuccess ? "channels_saved" : "channels_no_changes");
  }
}
