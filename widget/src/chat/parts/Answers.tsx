import { use, useMemo } from "react";
import { LanguageContext, useText } from "../../texts/useText";
import { useChatText } from "../texts/useChatText";
import { collectAnswers } from "../timeline/answers";
import type { ChatDetail } from "../timeline/wire";
import { formatTime } from "./dates";

/** The feedback that the chat began with: the visitor's first message. While it waits for someone, it says so. */
export function Answers({ detail, isQueued }: { detail: ChatDetail; isQueued: boolean }) {
  const text = useChatText();
  const language = use(LanguageContext);
  const answers = useMemo(() => collectAnswers(detail.responses ?? []), [detail.responses]);
  const at = Date.parse(detail.created_at) || 0;
  return (
    <div className="group group--own">
      <div className="group__messages">
        {answers.length > 0 && (
          <div className="bubble bubble--answers">
            <p className="answers__title">{text("your_feedback")}</p>
            <dl className="answers">
              {answers.map(({ key, question, answers, link }) => (
                <div key={key}>
                  <dt dir="auto">{question}</dt>
                  <dd dir="auto">{link ? <OpenLink address={link} /> : answers.join(", ")}</dd>
                </div>
              ))}
            </dl>
            <span className="bubble__foot">
              <time dateTime={new Date(at).toISOString()}>{formatTime(at, language)}</time>
            </span>
          </div>
        )}
        {isQueued && <p className="queue-note">{detail.chat_queue_body || text("queue")}</p>}
      </div>
    </div>
  );
}

function OpenLink({ address }: { address: string }) {
  const text = useChatText();
  const shellText = useText();
  return (
    <a href={address} target="_blank" rel="nofollow noopener">
      {text("click_to_open")}
      <span className="visually-hidden"> ({shellText("opens_in_new_tab")})</span>
    </a>
  );
}
