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
export type CannedReply = Schemas["CannedReply"];
export type Colleague = Schemas["List_Colleague"]["items"][number];
export type AuditItem = Schemas["List_AuditItem"]["items"][number];
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
export type ListedRecord = Schemas["List_ListedRecord"]["items"][number];

// Of live events and of the frame.
export type ChatCounts = Schemas["ChatCounts"];
export type InboxItem = Schemas["List_InboxItem"]["items"][number];
export type FeedbackItem = Schemas["List_StaffFeedback"]["items"][number];
