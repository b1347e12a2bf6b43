/**
 * The analytics events, in one place for the loader, the content frame and link pages (docs/widget.md#analytics). No
 * field holds what a visitor has answered or written, nor anything that tells who they are.
 *
 * This module has types and plain functions only, so that importing it costs the frame next to nothing.
 */

/** What happens on the host page. */
export type HostAnalyticsEvent =
  /** The widget is on the page, if only its launcher; once for each page that is loaded. */
  { event: "pulsen_displayed" } | { event: "pulsen_opened" } | { event: "pulsen_closed" };

/** What happens in a flow. The widget's frame reports it to the loader, a link page to its own data layer. */
export type FlowAnalyticsEvent =
  /** The visitor sees a question; once for each question of a visitor's run through the flow. */
  | ({ event: "pulsen_question_shown" } & QuestionFields)
  /** The visitor has begun to answer a question; likewise once. */
  | ({ event: "pulsen_question_answered" } & QuestionFields)
  /** The complete feedback is stored, or kept until there is a network. */
  | ({ event: "pulsen_submitted" } & FlowFields)
  /** The flow leads to a chat, which opens. */
  | ({ event: "pulsen_chat_started" } & FlowFields);

export type AnalyticsEvent = HostAnalyticsEvent | FlowAnalyticsEvent;

interface FlowFields {
  flowId: string;
}

interface QuestionFields extends FlowFields {
  /** The page that the question is on. */
  stateId: string;
  questionId: string;
  questionStyle: string;
}

/** Which widget or link page the events come from. */
export interface AnalyticsSource {
  /** Absent on link pages. */
  widgetCode?: string | undefined;
  nodeId?: string | undefined;
}

/**
 * What is pushed to the data layer. Each record has all fields, because tag managers merge records: a field that is left
 * out would keep the value of an earlier event.
 */
export interface AnalyticsRecord {
  event: AnalyticsEvent["event"];
  pulsen_widget_code: string | undefined;
  pulsen_node_id: string | undefined;
  pulsen_flow_id: string | undefined;
  pulsen_state_id: string | undefined;
  pulsen_question_id: string | undefined;
  pulsen_question_style: string | undefined;
}

export function toAnalyticsRecord(
  { widgetCode, nodeId }: AnalyticsSource,
  event: AnalyticsEvent,
): AnalyticsRecord {
  const { flowId, stateId, questionId, questionStyle } = event as Partial<QuestionFields>;
  return {
    event: event.event,
    pulsen_widget_code: widgetCode,
    pulsen_node_id: nodeId,
    pulsen_flow_id: flowId,
    pulsen_state_id: stateId,
    pulsen_question_id: questionId,
    pulsen_question_style: questionStyle,
  };
}

/**
 * The events that a frame may report, and whether they are about a question. Without a prototype: inherited names are no
 * events.
 */
const FLOW_EVENTS = {
  __proto__: null,
  pulsen_question_shown: true,
  pulsen_question_answered: true,
  pulsen_submitted: false,
  pulsen_chat_started: false,
} as unknown as Record<FlowAnalyticsEvent["event"], boolean | undefined>;

/** Returns whether data from a frame is an event of a flow with all of its fields. */
export function isFlowAnalyticsEvent(data: unknown): data is FlowAnalyticsEvent {
  if (typeof data !== "object" || !data) return false;
  const { event, flowId, stateId, questionId, questionStyle } = data as Record<string, unknown>;
  const isOfQuestion = FLOW_EVENTS[event as FlowAnalyticsEvent["event"]];
  if (isOfQuestion === undefined || !isId(flowId)) return false;
  return !isOfQuestion || (isId(stateId) && isId(questionId) && isId(questionStyle));
}

/** No id of a flow is longer (docs/constants.md#limits). */
const MAX_ID_LENGTH = 128;

function isId(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_ID_LENGTH;
}
