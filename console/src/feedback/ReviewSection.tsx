import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { tagsQuery } from "../answers/records";
import { REVIEW_TEXTS } from "../filter/useFilterWords";
import { call } from "../http/call";
import { hasCode } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { Chip } from "../ui/Chip";
import { ProblemNote } from "../ui/ProblemNote";
import { Select } from "../ui/Select";
import type { FeedbackReview, ReviewState, SingleFeedback } from "../wire";
import { keepChanged, pathOf } from "./feedbackQueries";

const REVIEWS = Object.keys(REVIEW_TEXTS) as ReviewState[];

/** How far staff are with a feedback, and how they sort it. */
export function ReviewSection({ feedback, canAct }: { feedback: SingleFeedback; canAct: boolean }) {
  const text = useText();
  const queries = useQueryClient();
  const review = useMutation({
    mutationFn: (review: ReviewState) =>
      call<FeedbackReview>("POST", `${pathOf(feedback.id)}/review`, { review }),
    onSuccess: (changed) => keepChanged(queries, changed),
  });
  const shown = review.isPending ? review.variables : feedback.review;
  return (
    <section className="feedback__section feedback__review">
      {canAct ? (
        <Select
          label={text("feedback_review")}
          value={shown}
          options={REVIEWS.map((value) => ({ value, label: text(REVIEW_TEXTS[value]) }))}
          onChange={(value) => review.mutate(value)}
        />
      ) : (
        <dl className="feedback__pairs">
          <dt>{text("feedback_review")}</dt>
          <dd>{text(REVIEW_TEXTS[feedback.review])}</dd>
        </dl>
      )}
      <ProblemNote error={review.error} />
      <Tags feedback={feedback} canAct={canAct} />
      {!canAct && <p className="soft small">{text("feedback_cannot_chat")}</p>}
    </section>
  );
}

function Tags({ feedback, canAct }: { feedback: SingleFeedback; canAct: boolean }) {
  const text = useText();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (changes: { add?: string[]; remove?: string[] }) =>
      call<FeedbackReview>("POST", `${pathOf(feedback.id)}/tag`, changes),
    onSuccess: (changed) => {
      keepChanged(queries, changed);
      void queries.invalidateQueries({ queryKey: tagsQuery(feedback.node_id).queryKey });
    },
  });
  const isFull = hasCode(change.error, "too_many_tags");
  const isInvalid = hasCode(change.error, "invalid_tag");
  return (
    <div className="feedback__tags">
      <h3 className="field__label">{text("feedback_tags")}</h3>
      {feedback.tags.length === 0 ? (
        <p className="soft">{text("feedback_tags_none")}</p>
      ) : (
        <ul className="feedback__chips">
          {feedback.tags.map((tag) => (
            <li key={tag}>
              <Chip
                removeLabel={text("feedback_tag_remove", { tag })}
                {...(canAct && { onRemove: () => change.mutate({ remove: [tag] }) })}
              >
                <bdi>{tag}</bdi>
              </Chip>
            </li>
          ))}
        </ul>
      )}
      {canAct && <AddTag feedback={feedback} onAdd={(tag) => change.mutateAsync({ add: [tag] })} />}
      {isFull || isInvalid ? (
        <p className="field__error" role="alert">
          {text(isFull ? "feedback_tag_too_many" : "feedback_tag_invalid")}
        </p>
      ) : (
        <ProblemNote error={change.error} />
      )}
    </div>
  );
}

/** A field for another tag, which suggests those that the node has. */
function AddTag(props: { feedback: SingleFeedback; onAdd: (tag: string) => Promise<unknown> }) {
  const { feedback, onAdd } = props;
  const text = useText();
  const id = useId();
  const [tag, setTag] = useState("");
  const known = useQuery(tagsQuery(feedback.node_id)).data ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (tag.trim() === "") return;
    // What was refused stays in the field.
    onAdd(tag).then(
      () => setTag(""),
      () => {},
    );
  };
  return (
    <form className="feedback__tag-form" onSubmit={submit}>
      <label className="visually-hidden" htmlFor={id}>
        {text("feedback_tag_add")}
      </label>
      <input
        id={id}
        className="field__input"
        list={`${id}-known`}
        placeholder={text("feedback_tag_add")}
        value={tag}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        dir="auto"
        onChange={(event) => setTag(event.target.value)}
      />
      <datalist id={`${id}-known`}>
        {known
          .filter(({ tag }) => !feedback.tags.includes(tag))
          .map(({ tag }) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      <Button kind="secondary" type="submit">
        {text("feedback_tag_add_button")}
      </Button>
    </form>
  );
}
