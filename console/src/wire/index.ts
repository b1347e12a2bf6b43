import type { components } from "./generated.ts";

/*
 * What console and server send each other over HTTP, by the names that the console uses (docs/api.md#description). It is generated
 * from the description of the interface.
 */
type Schemas = components["schemas"];

export type Session = Schemas["StaffSession"];
export type OneTimeLink = Schemas["StaffLink"];
export type OwnSessions = Schemas["OwnSessionList"];
export type OwnSession = Schemas["OwnSession"];
export type SecondFactorOffer = Schemas["SecondFactorOffer"];
export type RecoveryCodes = Schemas["RecoveryCodes"];
export type SignIn = Schemas["SignIn"];
export type LinkUse = Schemas["StaffLinkUse"];

// Feedback: lists, one feedback, exports, and the records that filters choose from.
export type StaffFeedback = Schemas["StaffFeedback"];
export type SingleFeedback = Schemas["SingleStaffFeedback"];
export type FeedbackList = Schemas["StaffFeedbackList"];
export type FeedbackNote = Schemas["FeedbackNote"];
export type FeedbackReview = Schemas["FeedbackReview"];
export type ReviewState = Schemas["ReviewState"];
export type AnsweredQuestion = Schemas["AnsweredQuestion"];
export type StoredResponse = Schemas["StoredResponse"];
export type KnownTag = Schemas["List_KnownTag"]["items"][number];
export type KeptExport = Schemas["KeptExport"];
export type ListedRecord = Schemas["List_ListedRecord"]["items"][number];

// Of live events and of the frame.
export type ChatCounts = Schemas["ChatCounts"];
export type InboxItem = Schemas["List_InboxItem"]["items"][number];
export type FeedbackItem = Schemas["List_StaffFeedback"]["items"][number];

// Results: summaries, trends, cross tables, words.
export type SummaryAnswer = Schemas["SummaryAnswer"];
export type ComparedSummary = Schemas["ComparedSummary"];
export type QuestionSummary = Schemas["QuestionSummary"];
export type OptionSummary = Schemas["OptionSummary"];
export type Numbers = Schemas["Numbers"];
export type NumberCount = Schemas["NumberCount"];
export type SummaryDay = Schemas["SummaryDay"];
export type FlowCounters = Schemas["FlowCounters"];
export type StateSummary = Schemas["StateSummary"];
export type TrendAnswer = Schemas["TrendAnswer"];
export type TrendBucket = Schemas["TrendBucket"];
export type TrendUnit = Schemas["TrendUnit"];
export type WordsAnswer = Schemas["WordsAnswer"];
export type CrossTableAnswer = Schemas["CrossTableAnswer"];
export type ListTotal = Schemas["ListTotal"];
