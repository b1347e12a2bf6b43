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

// Of the inbox.
export type StaffChat = Schemas["StaffChat"];
export type StaffChatState = Schemas["StaffChatState"];
export type ChatStatus = Schemas["ChatStatus"];
export type TimelineItem = Schemas["TimelineItem"];
export type MessageAttachment = Schemas["MessageAttachment"];
export type ChatRating = Schemas["ChatRating"];
export type Person = Schemas["Person"];
export type InboxPart = Schemas["Inbox"];
export type Colleague = Schemas["List_Colleague"]["items"][number];
export type BulkAct = Schemas["BulkAct"];
export type BulkResults = Schemas["BulkResults"];

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

// Channels.
export type ListedRecords = Schemas["List_ListedRecord"];
export type ListedRecord = ListedRecords["items"][number];
export type RecordRevisions = Schemas["List_RecordRevision"];
export type RecordRevision = RecordRevisions["items"][number];
export type ChangedRecord = Schemas["ChangedRecord"];
export type RecordCheck = Schemas["RecordCheck"];
export type RecordFinding = Schemas["RecordFinding"];
export type CountedSummary = Schemas["SummaryAnswer"];

// Settings.
export type ManagedPerson = Schemas["ManagedPerson"];
export type ManagedLink = Schemas["ManagedLink"];
export type AddedPerson = Schemas["AddedPerson"];
export type Role = Schemas["Role"];
export type Right = Schemas["Right"];
export type StaffToken = Schemas["StaffToken"];
export type AddedStaffToken = Schemas["AddedStaffToken"];
export type Webhook = Schemas["Webhook"];
export type WebhookBody = Schemas["WebhookBody"];
export type WebhookEventType = Schemas["WebhookEventType"];
export type WebhookList = Schemas["WebhookList"];
export type WebhookTest = Schemas["WebhookTest"];
export type WebhookDelivery = Schemas["List_WebhookDelivery"]["items"][number];
export type DeliveryState = Schemas["DeliveryState"];
export type ReplayedDeliveries = Schemas["ReplayedDeliveries"];
export type CannedReply = Schemas["CannedReply"];
export type BlockedDevice = Schemas["List_BlockedDevice"]["items"][number];
export type BlockedAddress = Schemas["List_BlockedAddress"]["items"][number];
export type Erasure = Schemas["Erasure"];
export type ErasureKind = Schemas["ErasureKind"];
export type AuditItem = Schemas["List_AuditItem"]["items"][number];
export type StaffAct = Schemas["StaffAct"];
export type ServerAnswer = Schemas["ServerAnswer"];
export type ServerCheck = Schemas["ServerCheck"];

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
