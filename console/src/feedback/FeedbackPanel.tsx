import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowLeft, ArrowUp, MessageSquare, X } from "lucide-react";
import { AnswerList } from "../answers/AnswerList";
import { languageCode } from "../answers/flow";
import { flowQuery, flowRevisionQuery, nodesQuery, recordName } from "../answers/records";
import type { Filter } from "../filter/filter";
import { useSession } from "../session/session";
import { useLanguage, useText, useTimeFormat } from "../texts/TextsProvider";
import { Badge } from "../ui/Badge";
import { Button } from "../ui/Button";
import { IconButton } from "../ui/IconButton";
import { LinkButton } from "../ui/LinkButton";
import { NotFound } from "../ui/NotFound";
import { PageTitle } from "../ui/PageTitle";
import { QueryState } from "../ui/QueryState";
import type { SingleFeedback } from "../wire";
import { CustomerFacts, FeedbackFacts, ScoreFacts } from "./Facts";
import { FlowPath } from "./FlowPath";
import { feedbackQuery, hasChatQuery } from "./feedbackQueries";
import { Notes } from "./Notes";
import { ReviewSection } from "./ReviewSection";

interface Props {
  id: string;
  filter: Filter;
  /** Whether it is a page of its own, and not beside the list. */
  isPage: boolean;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}

/** One feedback: what was answered, how, by whom, and what staff make of it. */
export function FeedbackPanel({ id, isPage, onStep, onClose }: Props) {
  const text = useText();
  const query = useQuery(feedbackQuery(id));
  return (
    <section
      className={`feedback__panel${isPage ? " feedback__panel--page" : ""}`}
      aria-labelledby="feedback-title"
    >
      <div className="feedback__bar">
        {isPage ? (
          <Button kind="quiet" size="small" icon={ArrowLeft} onPress={onClose}>
            {text("feedback_back_to_list")}
          </Button>
        ) : (
          <IconButton icon={X} label={text("feedback_close")} keys="Escape" onPress={onClose} />
        )}
        <div className="feedback__steps">
          <IconButton icon={ArrowUp} label={text("feedback_previous")} keys="k" onPress={() => onStep(-1)} />
          <IconButton icon={ArrowDown} label={text("feedback_next")} keys="j" onPress={() => onStep(1)} />
        </div>
      </div>
      <QueryState
        query={query}
        notFound={
          <NotFound title={text("feedback_gone")} hint={text("feedback_gone_hint")} isPage={isPage} />
        }
      >
        {(feedback) => <Single feedback={feedback} isPage={isPage} />}
      </QueryState>
    </section>
  );
}

function Single({ feedback, isPage }: { feedback: SingleFeedback; isPage: boolean }) {
  const text = useText();
  const time = useTimeFormat();
  const { language } = useLanguage();
  const { rights } = useSession();
  const flow = useQuery(flowRevisionQuery(feedback.flow_id, feedback.flow_revision)).data;
  const current = useQuery(flowQuery(feedback.flow_id)).data;
  const nodes = useQuery(nodesQuery).data;
  const hasChat = useQuery(hasChatQuery(feedback.id)).data;
  const title = text("feedback_detail", { time: time(feedback.received_at) });
  const asked = (flow && languageCode(flow, feedback.language_id)) ?? feedback.language ?? language;
  const canAct = rights.includes("chat");
  return (
    <>
      <header className="feedback__head">
        <div id="feedback-title">
          {isPage ? <PageTitle title={title} /> : <h2 className="feedback__title">{title}</h2>}
        </div>
        <p className="feedback__facts">
          <bdi>{recordName(nodes, feedback.node_id)}</bdi>
          {feedback.status === "partial" && <Badge>{text("feedback_status_partial")}</Badge>}
        </p>
        {hasChat && (
          <LinkButton
            kind="secondary"
            size="small"
            icon={MessageSquare}
            to={`/inbox/${encodeURIComponent(feedback.id)}` as "/inbox"}
          >
            {text("feedback_open_chat")}
          </LinkButton>
        )}
      </header>
      <ReviewSection feedback={feedback} canAct={canAct} />
      <section className="feedback__section">
        <h3 className="feedback__section-title">{text("feedback_answers")}</h3>
        <AnswerList
          answers={feedback.answers ?? []}
          responses={feedback.responses}
          flow={flow}
          current={current}
          language={asked}
          showsSkipped
        />
      </section>
      <ScoreFacts feedback={feedback} />
      <Notes feedback={feedback} canAct={canAct} />
      <FlowPath feedback={feedback} flow={flow} />
      <CustomerFacts feedback={feedback} />
      <FeedbackFacts feedback={feedback} flow={flow} nodes={nodes} />
    </>
  );
}
