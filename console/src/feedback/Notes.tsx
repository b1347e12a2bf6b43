import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useSyncExternalStore } from "react";
import { call } from "../http/call";
import { hasCode } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { ProblemNote } from "../ui/ProblemNote";
import { RelativeTime } from "../ui/RelativeTime";
import { TextArea } from "../ui/TextArea";
import type { FeedbackNote, SingleFeedback } from "../wire";
import { feedbackQuery, pathOf } from "./feedbackQueries";
import { type Draft, drafts } from "./noteDrafts";

/** The longest note (docs/staff.md#review). */
const MAX_LENGTH = 5_000;

/** What staff have written about a feedback, which only staff see. */
export function Notes({ feedback, canAct }: { feedback: SingleFeedback; canAct: boolean }) {
  const text = useText();
  return (
    <section className="feedback__section">
      <h3 className="feedback__section-title">{text("feedback_notes")}</h3>
      {feedback.notes.length === 0 ? (
        <p className="soft">{text("feedback_notes_none")}</p>
      ) : (
        <ul className="feedback__notes">
          {feedback.notes.map((note) => (
            <li key={note.id} className="feedback__note">
              <p className="small soft">
                <bdi>{note.author}</bdi> · <RelativeTime time={note.created_at} />
              </p>
              <p className="feedback__note-body" dir="auto">
                {note.body}
              </p>
            </li>
          ))}
        </ul>
      )}
      {canAct && <WriteNote id={feedback.id} />}
    </section>
  );
}

function WriteNote({ id }: { id: string }) {
  const text = useText();
  const queries = useQueryClient();
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.of(id));
  const store = useMutation({
    mutationFn: ({ body, key }: Draft) =>
      call<FeedbackNote>("POST", `${pathOf(id)}/notes`, { body }, { idempotencyKey: key }),
    onSuccess: (note, stored) => {
      drafts.stored(id, stored);
      queries.setQueryData(feedbackQuery(id).queryKey, (single) =>
        single && !single.notes.some((other) => other.id === note.id)
          ? { ...single, notes: [...single.notes, note] }
          : single,
      );
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.body.trim() !== "" && !store.isPending) store.mutate(draft);
  };
  return (
    <form className="feedback__note-form" onSubmit={submit}>
      <TextArea
        label={text("feedback_note_write")}
        value={draft.body}
        onChange={(body) => drafts.write(id, body)}
        rows={2}
        maxLength={MAX_LENGTH}
      />
      {hasCode(store.error, "too_many_notes") ? (
        <p className="field__error" role="alert">
          {text("feedback_note_too_many")}
        </p>
      ) : (
        <ProblemNote error={store.error} />
      )}
      <div className="actions">
        <Button kind="secondary" size="small" type="submit" isBusy={store.isPending}>
          {text("feedback_note_save")}
        </Button>
      </div>
    </form>
  );
}
