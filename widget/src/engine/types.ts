import type { ElementView, QuestionView } from "engine-wasm";

/** The engine's own words, generated from its Rust types. */
export type {
  AnswerInput,
  ElementChange,
  ElementKind,
  ElementView,
  Feedback,
  FlowEffect,
  FlowEvent,
  LanguageView,
  LookUpStep,
  MessageKey,
  PageStatus,
  Report,
  SessionContext,
  StateStyle,
  Style,
  SubmitResult,
  Update,
  View,
} from "engine-wasm";

/** An element that asks a question. */
export type QuestionElement = ElementView & QuestionView;
