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

// Channels.
export type ListedRecords = Schemas["List_ListedRecord"];
export type ListedRecord = ListedRecords["items"][number];
export type RecordRevisions = Schemas["List_RecordRevision"];
export type RecordRevision = RecordRevisions["items"][number];
export type ChangedRecord = Schemas["ChangedRecord"];
export type RecordCheck = Schemas["RecordCheck"];
export type RecordFinding = Schemas["RecordFinding"];
export type CountedFeedbacks = Schemas["StaffFeedbackList"];
export type CountedSummary = Schemas["SummaryAnswer"];

// Of live events and of the frame.
export type ChatCounts = Schemas["ChatCounts"];
export type InboxItem = Schemas["List_InboxItem"]["items"][number];
export type FeedbackItem = Schemas["List_StaffFeedback"]["items"][number];
