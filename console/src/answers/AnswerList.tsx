import { Check, FileText, Image } from "lucide-react";
import { callAddress } from "../basics/page";
import { useNumberFormat, useText } from "../texts/TextsProvider";
import { useSizeFormat } from "../texts/useSizeFormat";
import { type AnswerItem, type AnswerSource, type AnswerValue, answerItems } from "./answerItems";
import "../styles/answers.css";

interface Props extends AnswerSource {
  /** Whether questions without an answer are shown as well. */
  showsSkipped?: boolean;
}

/** The answers of a feedback as words, each under its question. Questions that the flow has no longer are apart. */
export function AnswerList({ showsSkipped = false, ...source }: Props) {
  const text = useText();
  const items = answerItems(source);
  const answered = items.filter(({ values }) => values.length > 0);
  const asked = answered.filter(({ isRetired }) => !isRetired);
  const retired = answered.filter(({ isRetired }) => isRetired);
  const skipped = items.filter(({ values, isRetired }) => values.length === 0 && !isRetired);
  return (
    <div className="answers">
      {answered.length === 0 && <p className="soft">{text("feedback_answers_none")}</p>}
      {asked.length > 0 && <Answers items={asked} />}
      {retired.length > 0 && (
        <section className="answers__part">
          <h3 className="answers__title">{text("feedback_answers_retired")}</h3>
          <Answers items={retired} />
        </section>
      )}
      {showsSkipped && skipped.length > 0 && (
        <details className="answers__part">
          <summary className="answers__title">
            {text("feedback_answers_skipped", { count: skipped.length })}
          </summary>
          <ul className="answers__skipped">
            {skipped.map(({ id, question }) => (
              <li key={id}>
                <bdi>{question}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Answers({ items }: { items: AnswerItem[] }) {
  return (
    <dl className="answers__list">
      {items.map((item) => (
        <div key={item.id} className="answers__item">
          <dt className="answers__question">
            <bdi>{item.question}</bdi>
          </dt>
          <dd>
            <Values item={item} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ item: { style, values } }: { item: AnswerItem }) {
  const [first] = values;
  if (first && values.length === 1) return <Value value={first} />;
  const List = style === "ranking" ? "ol" : "ul";
  return (
    <List className="answers__values">
      {values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Answers have no ids, may be the same, and never move.
        <li key={at}>
          <Value value={value} />
        </li>
      ))}
    </List>
  );
}

function Value({ value }: { value: AnswerValue }) {
  const text = useText();
  const number = useNumberFormat();
  const { kind, isMasked, max, file } = value;
  if (kind === "file" && file) return <FileLink name={value.text} file={file} />;
  if (kind === "yes")
    return (
      <span className="answers__yes">
        <Check aria-hidden size={18} />
        {text("feedback_answers_agreed")}
      </span>
    );
  if (kind === "rating" && max !== undefined)
    return (
      <strong className="answers__rating">
        {text("feedback_answers_rating", { value: number(Number(value.text)), max })}
      </strong>
    );
  return (
    <>
      <span className={`answers__text${kind === "text" ? "" : " answers__text--option"}`} dir="auto">
        {value.text}
      </span>
      {isMasked && <span className="answers__masked">{text("feedback_answers_masked")}</span>}
    </>
  );
}

/** A file of a visitor. Its response is only ever stored: the browser shows nothing of it as a page. */
export function FileLink({ name, file }: { name: string; file: { id: string; size: number; type: string } }) {
  const size = useSizeFormat();
  const Icon = file.type.startsWith("image/") ? Image : FileText;
  return (
    <a
      className="answers__file"
      href={callAddress(`/v1/staff/uploads/${encodeURIComponent(file.id)}`)}
      download={name}
    >
      <Icon aria-hidden size={18} />
      <bdi className="answers__file-name">{name}</bdi>
      <span className="soft small">{size(file.size)}</span>
    </a>
  );
}
