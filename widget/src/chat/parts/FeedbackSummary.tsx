import { Fragment, use, useMemo, useState } from "react";
import { ChevronIcon } from "../../shell/icons";
import { interfaceLanguage } from "../../texts/loadLanguage";
import { LanguageContext, useText } from "../../texts/useText";
import { useChatText } from "../texts/useChatText";
import { collectAnswers } from "../timeline/answers";
import type { ChatDetail } from "../timeline/wire";
import { formatTime } from "./dates";

interface Props {
  detail: ChatDetail;
  /** It begins folded, as where messages follow it. */
  isFolded: boolean;
}

/** The visitor's feedback, as the first message of the chat: a card that folds. */
export function FeedbackSummary({ detail, isFolded }: Props) {
  const text = useChatText();
  const language = use(LanguageContext);
  const questions = useMemo(() => collectAnswers(detail.responses ?? []), [detail.responses]);
  const at = Date.parse(detail.created_at) || 0;
  const [isOpen] = useState(!isFolded);
  if (questions.length === 0) return null;
  return (
    <div className="message-group message-group--own">
      <div className="message-group__messages">
        <details className="bubble bubble--summary" open={isOpen}>
          <summary className="summary__title">
            <span>{text("your_feedback")}</span>
            <ChevronIcon />
          </summary>
          <dl className="summary" lang={detail.creator_language_code || undefined}>
            {questions.map(({ key, question, style, answers, link }) => (
              <div key={key}>
                {link ? (
                  <AnswerLink question={question} address={link} />
                ) : (
                  <>
                    <dt dir="auto">{question}</dt>
                    <dd dir="auto">
                      {answers
                        .map((answer) => (isAgreed(style, answer) ? text("agreed") : answer))
                        .join(", ")}
                    </dd>
                  </>
                )}
              </div>
            ))}
          </dl>
          <span className="bubble__meta">
            <time dateTime={new Date(at).toISOString()}>{formatTime(at, language)}</time>
          </span>
        </details>
      </div>
    </div>
  );
}

/** The answer to an agreement is the text `true`: an unchecked box is no answer. */
function isAgreed(style: string | undefined, answer: string): boolean {
  return style === "agreement" && answer === "true";
}

/** A link below what it is about, and its address. */
function AnswerLink({ question, address }: { question: string; address: string }) {
  const text = useChatText();
  const commonText = useText();
  const language = use(LanguageContext);
  // A link without a description is about its address.
  const isDescribed = question !== "" && !isAddress(question);
  return (
    <>
      <dt>{isDescribed ? <bdi>{question}</bdi> : <Address address={address} />}</dt>
      <dd>
        <a href={address} target="_blank" rel="nofollow noopener" lang={interfaceLanguage(language)}>
          <span>{text("click_to_open")}</span>
          <span className="visually-hidden">{` (${commonText("opens_in_new_tab")})`}</span>
        </a>
        {isDescribed && (
          <span className="summary__address">
            <Address address={address} />
          </span>
        )}
      </dd>
    </>
  );
}

/** An address without its scheme, which may break after each slash. */
function Address({ address }: { address: string }) {
  const [host, ...path] = address
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "")
    .split("/");
  return (
    <bdi dir="ltr">
      {host}
      {path.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address do not change their order.
        <Fragment key={at}>
          /<wbr />
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}

function isAddress(text: string): boolean {
  return /^https?:/i.test(text.trim());
}
