/** TEMPORARY until the generated types exist. */
export type MessageKey =
  | "required"
  | "invalid_email"
  | "invalid_answer"
  | "at_least_one"
  | "min_selection"
  | "max_selection"
  | "length_between"
  | "length_min"
  | "length_max"
  | "value_between"
  | "prevent_multiple_feedback"
  | "system_error";
export interface Message {
  key: MessageKey;
  params?: Record<string, number>;
}
export type StateStyle = "normal" | "thank_you" | "chat";
export type ElementKind = "question" | "next_page" | "label" | "submit" | "footer" | "button_link" | "gauge";
export type Style = "text" | "textarea" | "email" | "radio" | "checklist" | "score";
export interface AnswerInput {
  text?: string;
  number?: number;
  optionIds?: string[];
}
export interface PageStatus {
  canGoBack: boolean;
  moving: boolean;
  submitting: boolean;
  notice?: Message;
}
export interface LanguageView {
  code: string;
  name: string;
}
export interface GaugeView {
  value: number;
  min: number;
  max: number;
}
export interface OptionView {
  id: string;
  label: string;
  imageUrl?: string;
}
export interface QuestionView {
  questionId: string;
  style: Style;
  required: boolean;
  multiSelect: boolean;
  description?: string;
  placeholder?: string;
  min?: number;
  max?: number;
  minLabel?: string;
  maxLabel?: string;
  maxLength?: number;
  options: OptionView[];
  answer?: AnswerInput;
  message?: Message;
}
export interface ElementView extends Partial<QuestionView> {
  id: string;
  type: ElementKind;
  text: string;
  url?: string;
  gauge?: GaugeView;
}
export interface View extends PageStatus {
  stateId?: string;
  style: StateStyle;
  title?: string;
  css?: string;
  cssUrl?: string;
  language: string;
  languages: LanguageView[];
  elements: ElementView[];
}
export interface ElementChange {
  id: string;
  answer?: AnswerInput;
  message?: Message;
}
export interface Update {
  effects: FlowEffect[];
  view?: View;
  status?: PageStatus;
  changes?: ElementChange[];
}
export type Timer = "state_change";
export interface SubmitResult {
  id?: string;
  chat_token_string?: string;
  code?: number;
}
export interface FlowEvent {
  type: "start" | "answered" | "next" | "back" | "language" | "timer" | "submitted";
  at?: number;
  questionId?: string;
  answer?: AnswerInput;
  code?: string;
  timer?: Timer;
  status?: number;
  body?: SubmitResult;
}
export interface Feedback {
  device_id: string;
  created_at: string;
  node_id: string;
  flow_id: string;
  time_spent_in_seconds: number;
  responses: unknown[];
}
export type HostMessage = "PSN_REDIRECT_TO_STORE" | "PSN_END_OF_FLOW" | "PSN_FEEDBACK_SUBMITTED";
export interface HostMessageData {
  feedback_id: string;
  node_id: string;
  flow_id: string;
  state_id?: string;
}
export type FlowEffect =
  | { type: "submit_feedback"; partial: boolean; feedback: Feedback; headers: Record<string, string> }
  | { type: "schedule"; timer: Timer; afterMs: number }
  | { type: "post_to_host"; message: HostMessage; data: HostMessageData; delayMs: number }
  | { type: "scroll_to"; elementId: string; afterMs: number }
  | { type: "focus"; elementId: string }
  | { type: "open_chat"; feedbackId: string; token: string; afterMs: number }
  | { type: "store_feedback"; feedbackId: string; nodeId: string; flowId: string }
  | { type: "remove_feedback"; feedbackId: string }
  | { type: "record_submitted"; feedbackId: string; nodeId: string; keepTime: boolean }
  | { type: "count_quota"; nodeId: string };
export interface SessionContext {
  node: {
    id: string;
    default_language_id?: string;
    prevent_multiple_feedback: boolean;
    channel_quota?: { active: boolean; action_kind: string };
  };
  deviceId: string;
  now: number;
  query?: Record<string, string>;
  storedFeedbackId?: string;
  originUrl?: string;
  userId?: string;
  widgetLanguage?: string;
  urlLanguage?: string;
  preview: boolean;
}
export type QuestionElement = ElementView & QuestionView;
