import type { FlowAnalyticsEvent } from "pulsen-loader/analytics";
import type { Outlets } from "../effects/outlets";
import type { QuestionElement, View } from "../engine/types";
import type { FlowRun, PerformEffect } from "../run/flowRun";

/**
 * Tells what happens to a visitor's run through a flow, without anything of what they answer (docs/widget.md#analytics).
 * It decides nothing: everything is read from what the engine shows and does.
 */
export interface FlowAnalytics {
  /** Returns the outlets, observed: through them a flow opens its chat. */
  observeOutlets(outlets: Outlets): Outlets;
  /** Returns the performer of effects, observed. */
  observeEffects(perform: PerformEffect): PerformEffect;
  /** Returns the run, observed. */
  observeRun(run: FlowRun): FlowRun;
  /** The visitor may see the page now, because the widget has been opened. */
  seen(): void;
}

export interface FlowAnalyticsOptions {
  flowId: string;
  /** Returns whether the visitor sees the page. */
  isSeen(): boolean;
  report(event: FlowAnalyticsEvent): void;
}

export function createFlowAnalytics({ flowId, isSeen, report }: FlowAnalyticsOptions): FlowAnalytics {
  const shown = new Set<string>();
  const answered = new Set<string>();
  let run: FlowRun | undefined;
  let round = 0;

  /** Reports an event of a question that is not in `reported` yet. */
  function reportOnce(
    reported: Set<string>,
    event: "pulsen_question_shown" | "pulsen_question_answered",
    { stateId = "" }: View,
    { questionId, style }: QuestionElement,
  ) {
    if (reported.has(questionId)) return;
    reported.add(questionId);
    report({ event, flowId, stateId, questionId, questionStyle: style });
  }

  function seen() {
    if (!run || !isSeen()) return;
    if (run.round() !== round) {
      // Another visitor.
      round = run.round();
      shown.clear();
      answered.clear();
    }
    const view = run.view();
    for (const question of questionsOf(view)) reportOnce(shown, "pulsen_question_shown", view, question);
  }

  return {
    observeOutlets: (outlets) => ({
      ...outlets,
      openChat(access) {
        report({ event: "pulsen_chat_started", flowId });
        outlets.openChat(access);
      },
    }),
    observeEffects: (perform) => (effect, send) => {
      if (effect.type === "record_submitted") report({ event: "pulsen_submitted", flowId });
      perform(effect, send);
    },
    observeRun(observed) {
      run = observed;
      observed.subscribe(seen);
      seen();
      return {
        ...observed,
        send(event) {
          observed.send(event);
          if (event.type !== "answered" && event.type !== "uploaded") return;
          const view = observed.view();
          const question = questionsOf(view).find(({ questionId }) => questionId === event.questionId);
          // An answer that does not fit changes nothing, and an empty one is none.
          if (question?.answer) reportOnce(answered, "pulsen_question_answered", view, question);
        },
      };
    },
    seen,
  };
}

function questionsOf({ elements }: View): QuestionElement[] {
  return elements.filter((element): element is QuestionElement => "questionId" in element);
}
