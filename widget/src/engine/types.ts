import type { ElementView, QuestionView } from "engine-wasm";

/** The engine's own words, generated from its Rust types. */
export type {
  AnswerInput,
  Channel,
  Customer,
  ElementChange,
  ElementKind,
  ElementView,
  Feedback,
  FileAnswer,
  FlowEffect,
  FlowEvent,
  LanguageView,
  LookUpStep,
  Message,
  MessageKey,
  PageStatus,
  Report,
  SessionContext,
  StateStyle,
  Style,
  SubmitResult,
  TimedEvent,
  Update,
  Uploads as UploadsStatus,
  View,
} from "engine-wasm";

/** An element that asks a question. */
export type QuestionElement = ElementView & QuestionView;
