import { type FlowDefinition, questionsOfState } from "../answers/flow";
import { useText } from "../texts/TextsProvider";
import type { SingleFeedback } from "../wire";
import { useDuration } from "./useDuration";

/** The pages of a flow that a visitor has seen or answered, in the flow's order, and for how long. */
export function FlowPath({ feedback, flow }: { feedback: SingleFeedback; flow: FlowDefinition | undefined }) {
  const text = useText();
  const duration = useDuration();
  const times = feedback.state_times_in_ms ?? {};
  const answered = new Set(feedback.responses.map(({ question_id }) => question_id));
  const states = (flow?.states ?? [])
    .map((state) => ({
      id: state.id,
      name: state.name || state.id,
      milliseconds: times[state.id],
      isAnswered: questionsOfState(state).some(
        ({ id, statements = [] }) => answered.has(id) || statements.some((row) => answered.has(row.id)),
      ),
    }))
    .filter(({ milliseconds, isAnswered }) => milliseconds !== undefined || isAnswered);
  if (states.length === 0) return null;
  return (
    <section className="feedback__section">
      <h3 className="feedback__section-title">{text("feedback_path")}</h3>
      <ol className="feedback__path">
        {states.map(({ id, name, milliseconds, isAnswered }) => (
          <li key={id} className="feedback__state">
            <span className={`feedback__state-sign${isAnswered ? " feedback__state-sign--answered" : ""}`} />
            <bdi className="feedback__state-name">{name}</bdi>
            {isAnswered && <span className="soft small">{text("feedback_path_answered")}</span>}
            <span className="soft small feedback__state-time">
              {milliseconds === undefined ? text("feedback_time_unknown") : duration(milliseconds / 1_000)}
            </span>
          </li>
        ))}
      </ol>
      <p className="soft small">{text("feedback_path_hint")}</p>
    </section>
  );
}
