import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { FlowDefinition } from "../answers/flow";
import { recordName } from "../answers/records";
import { useNumberFormat, useText, useTimeFormat } from "../texts/TextsProvider";
import type { ListedRecord, SingleFeedback } from "../wire";
import { useDuration } from "./useDuration";

/** A fact with its name; `null` is left out. */
type Fact = readonly [name: string, value: ReactNode];

function Facts({ title, children, facts }: { title: string; children?: ReactNode; facts: readonly Fact[] }) {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return (
    <section className="feedback__section">
      <h3 className="feedback__section-title">{title}</h3>
      {children}
      <dl className="feedback__pairs">
        {shown.map(([name, value]) => (
          <div key={name} className="feedback__pair">
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the answers add up to. */
export function ScoreFacts({ feedback: { scores } }: { feedback: SingleFeedback }) {
  const text = useText();
  const number = useNumberFormat();
  const facts = Object.entries(scores ?? {}).map(([key, value]) => [key, number(value)] as const);
  return facts.length === 0 ? null : <Facts title={text("feedback_scores")} facts={facts} />;
}

/** What is known about the visitor: what the page has passed, and what other systems know of the answers. */
export function CustomerFacts({ feedback }: { feedback: SingleFeedback }) {
  const text = useText();
  const customer = flattened(feedback.customer ?? {});
  const known = feedback.responses.flatMap(({ binding_data }) => flattened(binding_data ?? {}));
  return (
    <>
      {customer.length > 0 && (
        <Facts
          title={text("feedback_customer")}
          facts={customer.map(([name, value]) => [name, written(value)])}
        >
          <p className="soft small">
            {text(feedback.customer_verified ? "feedback_customer_verified" : "feedback_customer_claimed")}
          </p>
        </Facts>
      )}
      {known.length > 0 && (
        <Facts
          title={text("feedback_binding")}
          facts={known.map(([name, value]) => [name, written(value)])}
        />
      )}
    </>
  );
}

/** When, where and how the feedback came. */
export function FeedbackFacts(props: {
  feedback: SingleFeedback;
  flow: FlowDefinition | undefined;
  nodes: ListedRecord[] | undefined;
}) {
  const { feedback, flow, nodes } = props;
  const text = useText();
  const time = useTimeFormat();
  const duration = useDuration();
  const language = flow?.languages?.find(({ id, code }) => (id ?? code) === feedback.language_id);
  return (
    <Facts
      title={text("feedback_about")}
      facts={[
        [text("feedback_received"), time(feedback.received_at)],
        [text("feedback_given"), feedback.created_at && time(feedback.created_at)],
        [text("feedback_completed"), feedback.completed_at && time(feedback.completed_at)],
        [text("feedback_given_offline"), feedback.created_offline ? text("feedback_yes") : null],
        [text("feedback_time_spent"), duration(feedback.time_spent_in_seconds)],
        [text("feedback_node"), written(recordName(nodes, feedback.node_id))],
        [
          text("feedback_flow"),
          text("feedback_flow_revision", {
            flow: flow?.name || feedback.flow_id,
            revision: feedback.flow_revision,
          }),
        ],
        [text("feedback_language"), language ? written(language.name || language.code) : feedback.language],
        [text("feedback_page"), feedback.origin_url && <bdi dir="ltr">{feedback.origin_url}</bdi>],
        [text("feedback_reference"), feedback.reference && written(feedback.reference)],
        ...Object.entries(feedback.tracking ?? {}).map(
          ([name, value]): Fact => [`${text("feedback_tracking")} (${name})`, written(value)],
        ),
        [
          text("feedback_device"),
          <Link key="device" to="/feedback" search={{ device: feedback.device_id }} className="link">
            {text("feedback_same_device")}
          </Link>,
        ],
      ]}
    />
  );
}

/** What a visitor or another system has written is text, whatever is in it. */
function written(value: unknown): ReactNode {
  return <bdi className="feedback__written">{typeof value === "string" ? value : JSON.stringify(value)}</bdi>;
}

/** Returns the values of an object and of those in it, by their names with points between them. */
function flattened(values: object, before = ""): [name: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || value === undefined || value === "") return [];
    if (typeof value === "object" && !Array.isArray(value)) return flattened(value, `${before}${name}.`);
    return [[before + name, value]];
  });
}
