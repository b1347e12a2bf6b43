import { useMutation } from "@tanstack/react-query";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { ProblemNote } from "../ui/ProblemNote";
import type { Conflict } from "./document";
import type { RecordEditor } from "./useRecordEditor";
import { useValueText } from "./useValueText";

/** Says that somebody else has changed the record, and brings both changes together. */
export function OutdatedNote({ editor }: { editor: RecordEditor }) {
  const text = useText();
  const { isOutdated, isMerged, conflicts, loadNewer, isDirty } = editor;
  const load = useMutation({ mutationFn: loadNewer });
  if (isOutdated)
    return (
      <div className="note note--problem channels-note" role="alert">
        <p className="channels-note__title">{text("channels_changed_elsewhere")}</p>
        <p>{text("channels_changed_elsewhere_hint")}</p>
        <ProblemNote error={load.error} />
        <div className="actions">
          <Button kind="secondary" isBusy={load.isPending} onPress={() => load.mutate()}>
            {text("channels_load_newer")}
          </Button>
        </div>
      </div>
    );
  if (!isMerged || !isDirty) return null;
  return (
    <div className="note note--hint channels-note" role="status">
      <p>{text("channels_merged")}</p>
      {conflicts.length > 0 && (
        <>
          <p>{text("channels_both_changed")}</p>
          <ul className="channels-conflicts">
            {conflicts.map((conflict) => (
              <ConflictItem key={conflict.path.join(".")} conflict={conflict} editor={editor} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function ConflictItem({ conflict, editor }: { conflict: Conflict; editor: RecordEditor }) {
  const text = useText();
  const { nameOf, valueText } = useValueText(editor.layout);
  const name = nameOf(conflict.path);
  return (
    <li className="channels-conflict">
      <dl className="facts">
        <dt>{name}</dt>
        <dd />
        <dt>{text("channels_mine")}</dt>
        <dd dir="auto">{valueText(conflict.mine)}</dd>
        <dt>{text("channels_theirs")}</dt>
        <dd dir="auto">{valueText(conflict.theirs)}</dd>
      </dl>
      <Button
        kind="secondary"
        label={`${text("channels_take_theirs")}: ${name}`}
        onPress={() => editor.takeTheirs(conflict)}
      >
        {text("channels_take_theirs")}
      </Button>
    </li>
  );
}
