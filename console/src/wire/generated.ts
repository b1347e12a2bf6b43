// Generated from docs/openapi.json by .ci/wire/generate.mjs: `make openapi`.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A person who was added, with their link. */
        AddedPerson: {
            link: components["schemas"]["ManagedLink"] | null;
            person: components["schemas"]["ManagedPerson"];
        };
        /** @description A token that was created. */
        AddedStaffToken: {
            /** @description What its holder sends. It is shown this once. */
            secret: string;
            token: components["schemas"]["StaffToken"];
        };
        /** @description A text that a visitor has written. */
        AnswerQuote: {
            feedback_id: string;
            /** @description When the feedback was first stored. */
            received_at: string;
            /** @description At most 1,000 characters. */
            text: string;
        };
        /** @description A word of texts. */
        AnswerWord: {
            /** @description Texts that have it. */
            count: number;
            /** @description In lower case. */
            word: string;
        };
        /** @description The words of the newest texts, and some of these. */
        AnswerWords: {
            /** @description False: only the newest texts were read. */
            is_complete: boolean;
            /** @description The code of the language of its text. */
            language: string;
            question: string;
            question_id: string;
            /** @description At most 20, the newest first. */
            quotes: components["schemas"]["AnswerQuote"][];
            /** @description Texts that were read. */
            read: number;
            style: string;
            /** @description At most 60, the most frequent first. */
            words: components["schemas"]["AnswerWord"][];
        };
        /** @description A file of an answer (docs/api.md#uploads-of-a-feedback). */
        AnsweredFile: {
            id: string;
            name: string;
            /** Format: int64 */
            size: number;
            type: string;
        };
        /** @description A question and one answer to it, in the creator's language. */
        AnsweredQuestion: {
            answer: string;
            /** @description Of an answer that is a file; `answer` is its name. */
            file?: components["schemas"]["AnsweredFile"];
            question: string;
            question_id: string;
            /** @description The question's key, for staff alone. */
            question_key?: string;
            style?: string;
        };
        /** @description Who shall have a chat. */
        Assignee: {
            /** @description The name of a member of staff; absent or null: nobody. */
            name?: string | null;
        };
        /** @description A chat as staff have it, and what of its sender is blocked. */
        BlockedSender: components["schemas"]["StaffChatState"] & {
            /** @description False where nothing is known of the address. */
            is_address_blocked: boolean;
            is_device_blocked: boolean;
        };
        /** @description What staff do in many chats. */
        BulkAct: {
            /** @enum {string} */
            kind: "close";
        } | {
            /** @enum {string} */
            kind: "claim";
        } | {
            /** @enum {string} */
            kind: "read";
        } | {
            /** @enum {string} */
            kind: "assign";
            name?: string | null;
        } | (components["schemas"]["TagChanges"] & {
            /** @enum {string} */
            kind: "tag";
        }) | {
            /** @enum {string} */
            kind: "snooze";
            until?: string | null;
        };
        /** @description An act, and the chats in which it is carried out. */
        BulkActs: {
            act: components["schemas"]["BulkAct"];
            feedback_ids: string[];
        };
        /** @description As the problem document of the act in this chat alone would say. */
        BulkProblem: {
            code: components["schemas"]["ProblemCode"];
            detail?: string;
            /** Format: int32 */
            status: number;
            title: string;
        };
        /** @description The chat as staff have it then, or why the act was not carried out in it. */
        BulkResult: {
            chat?: components["schemas"]["StaffChatState"];
            feedback_id: string;
            problem?: components["schemas"]["BulkProblem"];
        };
        /** @description What was done, in the order of the request. */
        BulkResults: {
            items: components["schemas"]["BulkResult"][];
        };
        /** @description A canned reply. Times are RFC 3339. */
        CannedReply: {
            body: string;
            id: string;
            /** @description Null: for all nodes. */
            node_id: string | null;
            title: string;
            updated_at: string;
            updated_by: string;
        };
        /** @description A canned reply to store. */
        CannedReplyBody: {
            body: string;
            /** @description Absent or null: for all nodes. */
            node_id?: string | null;
            title: string;
        };
        /** @description What a change of a draft has made. */
        ChangedDraft: {
            flow_id: string;
            /** @description What the next change names as `If-Match`, if nobody else changes the draft before. */
            version: string;
        };
        /** @description What a change of a record has made. */
        ChangedRecord: {
            /** @description False: the record was so already, and there is no new revision. */
            changed: boolean;
            id: string;
            /**
             * Format: int32
             * @description The newest one, which the next change names as `If-Match`.
             */
            revision: number;
            /** @description What is odd about it. */
            warnings: components["schemas"]["RecordFinding"][];
        };
        ChannelSteps: components["schemas"]["CountedSteps"] & {
            node_id: string;
            /** @description Null: the link page of the node. */
            widget_code: string | null;
        };
        /**
         * @description Who wrote a message.
         * @enum {string}
         */
        ChatActor: "customer" | "staff";
        /** @description How many chats a view has; 100: 100 or more. */
        ChatCount: {
            /** Format: int64 */
            count: number;
            /**
             * Format: int64
             * @description Those of them whose customers wait for an answer, and that nobody puts off.
             */
            unanswered: number;
        };
        /** @description The chats that are open or queued. */
        ChatCounts: {
            all: components["schemas"]["ChatCount"];
            /** @description Assigned to the caller. */
            mine: components["schemas"]["ChatCount"];
            /** @description Assigned to nobody. */
            nobody: components["schemas"]["ChatCount"];
        };
        /** @description The customer's verdict on a chat that was over. */
        ChatRating: {
            created_at: string;
            /** Format: int64 */
            position: number;
            /**
             * @description 0 is bad, 50 neither, 100 good.
             * @enum {integer}
             */
            rating: 0 | 50 | 100;
        };
        /** @description The current state of a chat, with a page of its timeline. */
        ChatState: {
            chat_rating_enabled: boolean;
            chat_ratings: components["schemas"]["ChatRating"][];
            /** @description The value of `after` for what comes later. */
            cursor: string;
            feedback_id: string;
            /** @description The persons of the items, where they are apart. */
            people?: {
                [key: string]: components["schemas"]["Person"];
            };
            /**
             * Format: int32
             * @description From 1, while the chat is queued.
             */
            queue_place?: number;
            status: components["schemas"]["ChatStatus"];
            /** Format: int64 */
            timeline_after: number;
            /** @description All items after `timeline_after`; of a page before a position, up to that. */
            timeline_items: components["schemas"]["TimelineItem"][];
        };
        /**
         * @description The status of a chat (docs/chat.md#status).
         * @enum {string}
         */
        ChatStatus: "open" | "queued" | "closed" | "archived";
        /** @description A chat from beginning to end, as the staff's chat has it but for what belongs to a part. */
        ChatTranscript: {
            chat_ratings: components["schemas"]["ChatRating"][];
            created_at: string;
            feedback_id: string;
            responses: components["schemas"]["AnsweredQuestion"][];
            status: components["schemas"]["ChatStatus"];
            timeline_items: components["schemas"]["TimelineItem"][];
            updated_at: string;
        };
        /** @description The same figures of another period. */
        ComparedSummary: components["schemas"]["FlowSummary"] & components["schemas"]["Funnel"] & {
            received_from: string;
            received_to: string;
        };
        /**
         * @description What a server knows about itself.
         * @enum {string}
         */
        ConditionCode: "no_risky_option" | "visitors_unencrypted" | "proxy_not_trusted" | "all_proxies_trusted" | "no_rate_limits" | "no_sign_in_limit" | "private_connectors" | "private_webhooks" | "public_metrics" | "text_messages_logged" | "mail_unencrypted" | "scanner_unencrypted" | "active_documents" | "runs_as_root" | "database_unencrypted" | "redis_unencrypted" | "files_unencrypted" | "traces_unencrypted" | "database_ready" | "database_unavailable" | "database_space" | "database_space_low" | "database_space_unknown" | "file_space" | "file_space_low" | "file_space_unknown" | "redis_ready" | "redis_unavailable" | "mail_punctual" | "mail_late" | "deliveries_punctual" | "deliveries_late" | "deliveries_failed";
        /** @description Something that is not as it was. */
        ConversionFinding: {
            /** @description What the flow has instead. */
            instead: string;
            /** @description `lost` or `changed`. */
            kind: string;
            /** @description Where it is in the survey: a JSON pointer, in a workbook a cell. */
            pointer: string;
            /** @description What the survey has there. */
            what: string;
        };
        /** @description What a conversion has lost or changed. */
        ConversionReport: {
            /** @description The first ones, at most 1,000. */
            findings: components["schemas"]["ConversionFinding"][];
            findings_left_out: number;
            /** @description How many of them the flow asks as well. */
            mapped: number;
            /** @description How many questions the survey asks. */
            questions: number;
        };
        /** @description A survey of another product as a flow. */
        ConvertedSurvey: {
            /** @description Has no errors. */
            flow: Record<string, never>;
            report: components["schemas"]["ConversionReport"];
            /** @description The product. */
            source: string;
        };
        /** @description How many steps of a kind visitors have made. */
        CountedSteps: {
            /**
             * Format: int64
             * @description Flows that were seen from their beginning.
             */
            opened: number;
            /**
             * Format: int64
             * @description Widgets that were shown on a page, if only their launcher, and link pages that were opened.
             */
            shown: number;
            /**
             * Format: int64
             * @description Of those, how many got an answer.
             */
            started: number;
        };
        /** @description What was answered to two questions by the same visitors. */
        CrossTable: {
            /**
             * Format: int64
             * @description Feedbacks that answered both questions.
             */
            answered: number;
            column: components["schemas"]["CrossTableQuestion"];
            /** @description For each value of `row`, how many feedbacks have it together with each value of `column`. */
            counts: number[][];
            /** @description False: only the newest feedbacks were looked at. */
            is_complete: boolean;
            /** @description The code of the language of its texts. */
            language: string;
            /**
             * Format: int64
             * @description Feedbacks that were looked at.
             */
            looked_at: number;
            row: components["schemas"]["CrossTableQuestion"];
        };
        CrossTableAnswer: components["schemas"]["CrossTable"] & components["schemas"]["IndexState"] & {
            flow_id: string;
        };
        /** @description A question with its values. */
        CrossTableQuestion: {
            question: string;
            question_id: string;
            style: string;
            values: components["schemas"]["CrossTableValue"][];
        };
        /** @description An option of a question, or a number of its scale. */
        CrossTableValue: {
            /**
             * Format: int64
             * @description Feedbacks that have it, among those that answered both questions.
             */
            count: number;
            /** Format: double */
            number?: number;
            option_id?: string;
            /** @description The text of the option, or the number. */
            text: string;
        };
        /**
         * @description What has become of a delivery.
         * @enum {string}
         */
        DeliveryState: "waiting" | "delivered" | "dead";
        /** @description An order to erase. Times are RFC 3339. */
        Erasure: {
            /** @description Null while something is left. */
            erased_at: string | null;
            /**
             * Format: int64
             * @description How many feedbacks are erased.
             */
            feedbacks: number;
            id: string;
            kind: components["schemas"]["ErasureKind"];
            /** @description Null: all. */
            node_ids: string[] | null;
            requested_at: string;
            requested_by: string;
            /** @description When it was gone from the files of the database. */
            wiped_at: string | null;
        };
        /** @description What is erased: exactly one of the ids, and perhaps a node. */
        ErasureBody: {
            customer_id?: string | null;
            /** @description The hash of a device, as the lists of staff show it, or its id. */
            device_id?: string | null;
            external_id?: string | null;
            feedback_id?: string | null;
            /** @description Only what this node has. */
            node_id?: string | null;
        };
        /**
         * @description Whose data an order erases.
         * @enum {string}
         */
        ErasureKind: "feedback" | "device" | "customer" | "external_id";
        /** @description An entry in the `errors` of a problem document. */
        Fault: {
            /** @description A sentence for developers of clients. */
            detail?: string;
            /** @description The code of the fault; for an invalid answer the key of the message that a visitor would see. */
            key: components["schemas"]["FaultKey"];
            /** @description The parameters of that message. */
            params?: {
                [key: string]: number;
            };
            /** @description JSON pointer into the body. */
            pointer: string;
            question_id?: string;
        };
        /**
         * @description What is wrong with a value, or the key of the message that a visitor would see (docs/engine.md#messages). Later versions may have more of them.
         * @enum {string}
         */
        FaultKey: "active_document" | "answer_all" | "at_least_one" | "foreign_feedback" | "harmful_file" | "invalid_answer" | "invalid_attributes_jws" | "invalid_client_key" | "invalid_cursor" | "invalid_device_id" | "invalid_email" | "invalid_file" | "invalid_id" | "invalid_patch" | "invalid_phone" | "invalid_rating" | "invalid_record" | "invalid_reference" | "invalid_tag" | "invalid_time" | "invalid_url" | "invalid_year" | "length_between" | "length_max" | "length_min" | "max_selection" | "min_selection" | "no_end" | "not_looked_up" | "not_on_path" | "number_between" | "number_max" | "number_min" | "one_id_expected" | "password_too_common" | "password_too_long" | "password_too_short" | "phone_country" | "required" | "superseded_revision" | "too_long" | "too_many_pixels" | "unknown_flow" | "unknown_node" | "unknown_option" | "unknown_question" | "unknown_revision" | "unknown_score" | "unknown_staff" | "unknown_state" | "unknown_upload" | "unknown_widget" | "unsigned_attributes" | "unsupported_type" | "unverified_phone" | "value_between" | "value_max" | "wrong_code" | "wrong_score" | "wrong_type";
        /** @description A note about a feedback. */
        FeedbackNote: {
            /** @description The name of the member of staff. */
            author: string;
            body: string;
            created_at: string;
            id: string;
        };
        /** @description A note to store. */
        FeedbackNoteBody: {
            /** @description At most 5,000 characters. */
            body: string;
        };
        /** @description A feedback as staff have it after an act. */
        FeedbackReview: {
            id: string;
            review: components["schemas"]["ReviewState"];
            /** @description In alphabetical order. */
            tags: string[];
            updated_at: string;
        };
        /**
         * @description Whether the visitor has finished a feedback.
         * @enum {string}
         */
        FeedbackStatus: "partial" | "complete";
        /** @description How often a flow was shown, opened and started. */
        FlowCounters: components["schemas"]["CountedSteps"] & {
            /** @description The same for each link page and each widget at which something was counted. */
            channels: components["schemas"]["ChannelSteps"][];
        };
        /** @description A draft. Times are RFC 3339. */
        FlowDraft: {
            /**
             * Format: int64
             * @description The revision of which it was made; null: there was none.
             */
            base_revision: number | null;
            begun_at: string;
            begun_by: string;
            changed_at: string;
            changed_by: string;
            /** @description The draft itself. It may have errors. */
            definition: Record<string, never>;
            flow_id: string;
            /**
             * Format: int32
             * @description The newest revision now: another one than `base_revision` if the flow was changed beside the draft.
             */
            newest_revision: number | null;
            /** @description Another one after each change; the `ETag` has it, too. */
            version: string;
        };
        /** @description What was answered to a flow. */
        FlowSummary: {
            /** Format: int64 */
            complete: number;
            days: components["schemas"]["SummaryDay"][];
            flow_id: string;
            /** @description False: only the newest feedbacks that fit were counted. */
            is_complete: boolean;
            /** @description The code of the language of its texts. */
            language: string;
            /** Format: int64 */
            partial: number;
            questions: components["schemas"]["QuestionSummary"][];
            scores: components["schemas"]["ScoreSummary"][];
            states: components["schemas"]["StateSummary"][];
            time_spent: components["schemas"]["Numbers"] | null;
        };
        /** @description The steps of visitors before there is feedback. */
        Funnel: {
            counters: components["schemas"]["FlowCounters"] | null;
            /** @description The filters that do not fit: nothing that is counted has what they ask for. */
            counters_unfit: string[];
        };
        /** @description A part of the inbox. */
        Inbox: components["schemas"]["List_InboxItem"] & {
            /** @description The value of `since` for what changes later. */
            changes_cursor: string;
            /** @description With `since`: the ids of the chats that are erased since then. */
            erased_feedback_ids?: string[];
            /** @description Only if it was asked for. */
            total?: components["schemas"]["ListTotal"];
        };
        /** @description Up to where the index of answers has come (docs/results.md#index). */
        IndexState: {
            /** @description Null: to nowhere yet. */
            indexed_up_to: string | null;
            is_index_behind: boolean;
        };
        /** @description An export that is kept. Times are RFC 3339. */
        KeptExport: {
            /**
             * Format: int64
             * @description Of the file, so far.
             */
            bytes: number;
            /** @description When it is removed. */
            expires_at: string;
            /**
             * Format: int64
             * @description How many feedbacks are in it, so far.
             */
            feedbacks: number;
            /** @description Null until it is done or has failed. */
            finished_at: string | null;
            /**
             * @description The format of an export.
             * @enum {string}
             */
            format: "csv" | "ndjson" | "parquet" | "xlsx";
            id: string;
            /** @description The nodes whose feedback may be in it; null: all. */
            node_ids: string[] | null;
            /** @description The other parameters, as they were given: filters, and how a table is written. */
            parameters: {
                [key: string]: string;
            };
            /** @description Null unless it has failed. */
            problem: ("too_many_columns" | "too_large" | "no_room" | "failed") | null;
            requested_at: string;
            requested_by: string;
            /**
             * @description How far an export is.
             * @enum {string}
             */
            state: "queued" | "running" | "done" | "failed";
        };
        /**
         * @description What a link is for.
         * @enum {string}
         */
        LinkKind: "welcome" | "reset";
        /** @description How many items a list has in all its parts. */
        ListTotal: {
            /** Format: int64 */
            count: number;
            /** @description Whether there may be more: not all that there is was looked at. */
            is_capped: boolean;
        };
        /** @description A part of a list. */
        List_AuditItem: {
            items: {
                act: components["schemas"]["StaffAct"];
                /** @description RFC 3339. */
                at: string;
                feedback_id: string | null;
                /** @description Null: for all nodes. */
                node_id: string | null;
                staff: string;
                /** @description The id or name of what else it was about. */
                subject: string | null;
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_BlockedAddress: {
            items: {
                /** @description Hashed. */
                address_id: string;
                blocked_at: string;
                blocked_by: string;
                ends_at: string;
                node_id: string;
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_BlockedDevice: {
            items: {
                blocked_at: string;
                blocked_by: string;
                /** @description Hashed. */
                device_id: string;
                node_id: string;
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_CannedReply: {
            items: {
                body: string;
                id: string;
                /** @description Null: for all nodes. */
                node_id: string | null;
                title: string;
                updated_at: string;
                updated_by: string;
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_Colleague: {
            items: {
                /** @description Whether they have a live connection, or have made a call within the last five minutes. */
                is_online: boolean;
                /** @description What customers see. */
                name: string;
                role: components["schemas"]["Role"];
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_InboxItem: {
            items: {
                accepted_by: string | null;
                assigned_to: string | null;
                closed_by: string | null;
                created_at: string;
                /** @description The position of the chat. */
                cursor: string;
                customer: components["schemas"]["Person"];
                feedback_id: string;
                last_message: components["schemas"]["MessagePreview"] | null;
                node_id: string;
                queued_at: string | null;
                /**
                 * Format: int64
                 * @description The latest one.
                 */
                rating: number | null;
                /** @description Until when staff put it off. */
                snoozed_until: string | null;
                status: components["schemas"]["ChatStatus"];
                /** @description Those of its feedback, in alphabetical order. */
                tags: string[];
                /**
                 * Format: int32
                 * @description Messages of the customer that staff have not read, at most 100.
                 */
                unread: number;
                updated_at: string;
                /** @description Since when the customer waits for an answer, while the chat continues. */
                waiting_since: string | null;
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_KeptExport: {
            items: {
                /**
                 * Format: int64
                 * @description Of the file, so far.
                 */
                bytes: number;
                /** @description When it is removed. */
                expires_at: string;
                /**
                 * Format: int64
                 * @description How many feedbacks are in it, so far.
                 */
                feedbacks: number;
                /** @description Null until it is done or has failed. */
                finished_at: string | null;
                /**
                 * @description The format of an export.
                 * @enum {string}
                 */
                format: "csv" | "ndjson" | "parquet" | "xlsx";
                id: string;
                /** @description The nodes whose feedback may be in it; null: all. */
                node_ids: string[] | null;
                /** @description The other parameters, as they were given: filters, and how a table is written. */
                parameters: {
                    [key: string]: string;
                };
                /** @description Null unless it has failed. */
                problem: ("too_many_columns" | "too_large" | "no_room" | "failed") | null;
                requested_at: string;
                requested_by: string;
                /**
                 * @description How far an export is.
                 * @enum {string}
                 */
                state: "queued" | "running" | "done" | "failed";
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_KioskDevice: {
            items: {
                /** @description Hashed. */
                device_id: string;
                /** @description RFC 3339, by the server's clock. */
                first_seen_at: string;
                /** @description RFC 3339, by the device's clock. */
                last_sync_at: string | null;
                node_id: string;
                /**
                 * Format: int64
                 * @description How many the server has refused for good.
                 */
                refused: number;
                seen_at: string;
                version: string;
                /**
                 * Format: int64
                 * @description How many feedbacks wait to be sent.
                 */
                waiting: number;
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_KnownTag: {
            items: {
                /**
                 * Format: int64
                 * @description How many feedbacks have it, at most 1,000.
                 */
                count: number;
                /** @description Whether there may be more. */
                is_capped: boolean;
                tag: string;
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_ListedRecord: {
            items: {
                archived: boolean;
                changed_at: string | null;
                /** @description The name of the person or the token, or `pulsen import`. */
                changed_by: string | null;
                draft: components["schemas"]["ListedDraft"] | null;
                /** @description The code of a widget, the id of any other record. */
                id: string;
                /** @description Of a widget; of a node, its own id. */
                node_id: string | null;
                /** @description `files` or `console`; null: there is only a draft. */
                owner: string | null;
                /**
                 * Format: int32
                 * @description The newest one; null: there is only a draft.
                 */
                revision: number | null;
                /** @description Its name; of a widget, that of its channel. */
                title: string | null;
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_ManagedPerson: {
            items: (components["schemas"]["StaffPerson"] & {
                /** @description RFC 3339. */
                created_at: string;
                state: components["schemas"]["PersonState"];
            })[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_RecordRevision: {
            items: {
                /** @description Whether the record takes no part from this revision on. */
                archived: boolean;
                /** @description The name of the person or the token, or `pulsen import`. */
                author: string;
                created_at: string;
                note: string | null;
                /** Format: int32 */
                revision: number;
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_StaffFeedback: {
            items: {
                /** @description The answers as words. */
                answers?: components["schemas"]["AnsweredQuestion"][];
                /** @description Whether the host's server has signed the custom attributes. */
                attributes_verified: boolean;
                completed_at: string | null;
                /** @description By the visitor's clock, unverified. */
                created_at: string | null;
                created_offline: boolean;
                customer: Record<string, never> | null;
                /** @description Whether a signature proves fields of the customer. */
                customer_verified: boolean;
                /** @description Hashed. */
                device_id: string;
                flow_id: string;
                /** Format: int32 */
                flow_revision: number;
                id: string;
                /** @description The code of the language of `answers`. */
                language?: string;
                language_id: string | null;
                node_id: string;
                origin_url: string | null;
                /** @description When it was first stored, by the server's clock. */
                received_at: string;
                /** @description The number by which people name it, as the visitor's client claims. */
                reference: string | null;
                responses: components["schemas"]["StoredResponse"][];
                /** @description How far staff are with it. */
                review: components["schemas"]["ReviewState"];
                /** @description What the answers add up to, by the keys of the flow's scores; null if it has none. */
                scores: {
                    [key: string]: number;
                } | null;
                /** @description For how long states were seen, by their ids. */
                state_times_in_ms: {
                    [key: string]: number;
                } | null;
                status: components["schemas"]["FeedbackStatus"];
                /** @description In alphabetical order. */
                tags: string[];
                /** Format: int32 */
                time_spent_in_seconds: number;
                /** @description The invitation's tracking pair, by the names of its parameters. */
                tracking: {
                    [key: string]: string;
                } | null;
                /** @description When it last changed. */
                updated_at: string;
                user_id: string | null;
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_StaffToken: {
            items: {
                /** @description The address of a picture that customers see. */
                avatar: string | null;
                created_at: string;
                expires_at: string;
                /** @description Noted at most once a minute; null: never. */
                last_used_at: string | null;
                /** @description What customers see. */
                name: string;
                /** @description Null: all nodes, also later ones. */
                nodes: string[] | null;
                revoked_at: string | null;
                rights: components["schemas"]["Right"][];
                state: components["schemas"]["TokenState"];
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_Unsubscription: {
            items: {
                channel: components["schemas"]["UnsubscribableChannel"];
                /** @description RFC 3339, by the server's clock. */
                created_at: string;
                /** @description Hashed. */
                device_id: string | null;
                node_id: string;
                /** @description The invitation's tracking pair, which names the recipient. */
                tracking: {
                    [key: string]: string;
                };
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description A part of a list. */
        List_WebhookDelivery: {
            items: {
                /** Format: int64 */
                attempts: number;
                feedback_id: string;
                /** @description When it arrived, or was given up. */
                finished_at: string | null;
                id: string;
                last_error: string | null;
                /**
                 * Format: int64
                 * @description Of the last response; null if there was none.
                 */
                last_status: number | null;
                /** @description When it is sent, or sent again; null unless it waits. */
                next_at: string | null;
                node_id: string;
                occurred_at: string;
                /**
                 * Format: int64
                 * @description Of the chat.
                 */
                position: number | null;
                state: components["schemas"]["DeliveryState"];
                type: components["schemas"]["WebhookEventType"];
            }[];
            /** @description The value of `after` for the next part; null in the last part. */
            next_cursor: string | null;
        };
        /** @description That a flow has a draft. */
        ListedDraft: {
            changed_at: string;
            changed_by: string;
            version: string;
        };
        /** @description A link by which a person chooses a password. */
        ManagedLink: {
            /** @description RFC 3339. */
            expires_at: string;
            kind: components["schemas"]["LinkKind"];
            /** @description The part of it that only the person may know. */
            secret: string;
            /** @description The address to give to the person. It is shown this once. */
            url: string;
        };
        /** @description A person, for those who manage people. */
        ManagedPerson: components["schemas"]["StaffPerson"] & {
            /** @description RFC 3339. */
            created_at: string;
            state: components["schemas"]["PersonState"];
        };
        /** @description The file that was sent with a message. */
        MessageAttachment: {
            /** Format: int64 */
            height?: number;
            id: string;
            name: string;
            /** Format: int64 */
            size: number;
            type: string;
            /** @description The path on this server. */
            url: string;
            /**
             * Format: int64
             * @description In pixels: a page can keep room for the image before it is there.
             */
            width?: number;
        };
        /** @description A message of a chat. */
        MessageFields: {
            /** @description At most 5,000 characters after trimming. Needed where there is no file. */
            body?: string | null;
            /** @description A name of the client's own, by which it knows the message again. */
            client_key?: string | null;
            /** @description The random id of the browser, where no header has it. */
            device_id?: string | null;
            /** @description The token of the chat, where no header and no address has it. Before `attachment`. Staff need none. */
            token?: string | null;
        };
        /** @description A message of a chat with an image. */
        MessageForm: components["schemas"]["MessageFields"] & {
            /**
             * Format: binary
             * @description A JPEG, PNG, WebP or GIF image of at most 10 MiB.
             */
            attachment?: string | null;
        };
        MessagePreview: {
            actor: components["schemas"]["ChatActor"];
            /** @description The beginning of the message. */
            body: string;
            created_at: string;
            /** @description The name of the staff member. */
            name?: string;
        };
        NodeName: {
            id: string;
            name?: string;
        };
        /** @description Parts of an NPS. */
        NpsFigures: {
            /**
             * Format: int64
             * @description Of 0 to 6.
             */
            detractors: number;
            /**
             * Format: int64
             * @description Of 7 and 8.
             */
            passives: number;
            /**
             * Format: int64
             * @description Answers of 9 and 10.
             */
            promoters: number;
            /**
             * Format: double
             * @description From -100 to 100.
             */
            score: number;
        };
        NumberCount: {
            /** Format: int64 */
            count: number;
            /** Format: double */
            value: number;
        };
        /** @description Numbers, at least one. */
        Numbers: {
            /** Format: int64 */
            count: number;
            /** Format: double */
            max: number;
            /** Format: double */
            mean: number;
            /** Format: double */
            median: number;
            /** Format: double */
            min: number;
            /** @description How often each occurs, in their order; empty if they are too many. */
            values: components["schemas"]["NumberCount"][];
        };
        OptionFigures: {
            /** Format: int64 */
            count: number;
            /**
             * Format: double
             * @description Of a ranking, 1 for the best.
             */
            mean_place?: number;
            option_id: string;
            /**
             * Format: double
             * @description Of those who answered the question in this time, from 0 to 1.
             */
            share: number;
        };
        OptionSummary: {
            /** Format: int64 */
            count: number;
            /**
             * Format: double
             * @description Of a ranking, 1 for the best.
             */
            mean_place?: number;
            option: string;
            option_id: string;
            /**
             * Format: double
             * @description Of those who answered the question, from 0 to 1.
             */
            share: number;
        };
        /** @description A browser. Times are RFC 3339. */
        OwnSession: {
            /** @description A few words, such as "Firefox on Linux". */
            browser: string;
            created_at: string;
            id: string;
            /** @description Whether it is the one that asks. */
            is_current: boolean;
            /** @description Noted at most once a minute. */
            last_used_at: string;
        };
        OwnSessionList: {
            /** @description At most 200, the last used first. */
            items: components["schemas"]["OwnSession"][];
        };
        /** @description A JSON Patch (RFC 6902): at most 1,000 operations, in 1 MiB. */
        PatchOperations: {
            [key: string]: unknown;
        }[];
        /** @description The names of a participant, and how they are pictured. */
        Person: {
            /** @description The `https` address of a picture, of staff only. */
            avatar?: string;
            /** @description The same for the same names everywhere. Nobody without a name has one. */
            avatar_color?: string;
            name?: string;
            nickname?: string;
            surname?: string;
        };
        /** @description A person to add. */
        PersonBody: {
            email: string;
            /** @description What customers see. */
            name: string;
            /** @description Absent or null: all, also later ones. */
            nodes?: string[] | null;
            role: components["schemas"]["Role"];
        };
        /** @description What changes of a person. Absent or null: stays. */
        PersonChange: {
            /** @description `true`, instead of `nodes`: all, also later ones. */
            all_nodes?: boolean | null;
            disabled?: boolean | null;
            name?: string | null;
            nodes?: string[] | null;
            role?: components["schemas"]["Role"] | null;
        };
        /** @description How a link is made. */
        PersonLinkBody: {
            /** @description `true`: they sign in without their second factor from now on. */
            remove_second_factor?: boolean | null;
        };
        /**
         * @description Whether somebody can sign in.
         * @enum {string}
         */
        PersonState: "can_sign_in" | "no_password" | "disabled";
        /** @description Why a request failed (RFC 9457). */
        Problem: {
            code: components["schemas"]["ProblemCode"];
            /** @description A sentence for developers of clients. */
            detail?: string;
            /** @description What is wrong in the body, at most 100 values. */
            errors?: components["schemas"]["Fault"][];
            /** @description How many more errors there are. */
            errors_left_out?: number;
            /** Format: int32 */
            status: number;
            title: string;
            /** @description `urn:pulsen:problem:` and the code. */
            type: string;
            /** @description Of `changed`: the present version, without the quotes of an `ETag`. Absent if there is nothing. */
            version?: string;
        };
        /** @description What tells problems apart. One is a number, which clients of an earlier system know. */
        ProblemCode: number | string;
        /** @description How a draft is published. */
        Publication: {
            /** @description What has changed, and why: at most 500 characters. */
            note?: string | null;
            /**
             * Format: int32
             * @description The newest revision, if it is another one than the draft began with: its changes are not lost, but the draft takes its place.
             */
            over?: number | null;
        };
        QuestionSummary: {
            /**
             * Format: int64
             * @description Feedbacks that answered it.
             */
            answered: number;
            /**
             * Format: double
             * @description From 1 to 7.
             */
            ces?: number;
            /**
             * Format: double
             * @description From 0 to 100.
             */
            csat?: number;
            /**
             * Format: double
             * @description From -100 to 100.
             */
            nps?: number;
            numbers?: components["schemas"]["Numbers"];
            options?: components["schemas"]["OptionSummary"][];
            question: string;
            question_id: string;
            rows?: components["schemas"]["RowSummary"][];
            style: string;
        };
        /** @description The answers to a question over time. */
        QuestionTrend: {
            /** @description Without gaps, the earliest first. */
            buckets: components["schemas"]["TrendBucket"][];
            /** @description The filters for which the buckets have no counters: these are not about feedback. */
            counters_unfit: string[];
            /** @description False: only the newest feedbacks that fit were counted. */
            is_complete: boolean;
            /** @description The code of the language of its texts. */
            language: string;
            /** @description The question with the figures of the whole time. */
            question: components["schemas"]["QuestionSummary"];
        };
        /** @description Up to where a chat was read. */
        ReadPosition: {
            /** @description The `cursor` of the chat as it was shown. */
            cursor: string;
        };
        /** @description What `pulsen check` finds in a record. */
        RecordCheck: {
            /** @description How many errors there are. A record without errors can be stored. */
            errors: number;
            /** @description The first ones, at most 1,000. */
            findings: components["schemas"]["RecordFinding"][];
            /** @description How many findings are not listed. */
            findings_left_out: number;
            warnings: number;
        };
        /** @description How two texts of a record differ. */
        RecordDiff: {
            from: string;
            /** @description A JSON Patch (RFC 6902) that makes the one of the other. */
            patch: Record<string, never>[];
            to: string;
        };
        /** @description The text of a file with a record, at most 8 MiB: as `pulsen import` reads it. */
        RecordFile: Record<string, never>;
        /** @description Something that is wrong, or odd, in a record. */
        RecordFinding: {
            /** @description What kind of thing was found. */
            code: string;
            /**
             * Format: int32
             * @description In characters, from 1; null where there is no text.
             */
            column: number | null;
            /** @description The file's name. */
            file: string;
            /** @description A JSON Patch (RFC 6902) that mends it; null where that is not certain. */
            fix: Record<string, never>[] | null;
            /**
             * Format: int32
             * @description Of the text, from 1; null where there is none.
             */
            line: number | null;
            /** @description What is wrong there, and what to do about it. */
            message: string;
            /** @description What the message names. */
            params: {
                [key: string]: string;
            };
            /** @description JSON pointer (RFC 6901); empty for the whole record. */
            pointer: string;
            /** @description `error`, or `warning`, which keeps nothing from being stored. */
            severity: string;
            /** @description What of a flow that is, for people. */
            within: string | null;
        };
        /** @description Codes that stand in for the second factor. */
        RecoveryCodes: {
            /** @description Ten, each good once. They are shown this once. */
            recovery_codes: string[];
        };
        /** @description Which deliveries are sent once more. */
        ReplayBody: {
            /** @description RFC 3339. */
            since: string;
        };
        ReplayedDeliveries: {
            /** @description Whether there may be more: the call has a limit. */
            has_more: boolean;
            /** Format: int64 */
            replayed: number;
        };
        /** @description The file that answers a question. */
        ResponseFile: {
            name: string;
            /**
             * Format: int64
             * @description In bytes.
             */
            size: number;
            type: string;
            /** @description The address for staff. */
            url: string;
        };
        /** @description How far staff are with a feedback. */
        ReviewBody: {
            review: components["schemas"]["ReviewState"];
        };
        /**
         * @description How far staff are with a feedback.
         * @enum {string}
         */
        ReviewState: "new" | "in_progress" | "done";
        /**
         * @description Something that a member of staff may do. None includes another.
         * @enum {string}
         */
        Right: "read" | "chat" | "edit" | "export" | "manage";
        /**
         * @description The role of a person.
         * @enum {string}
         */
        Role: "owner" | "editor" | "agent" | "viewer";
        /** @description The answers to a row of a matrix. */
        RowFigures: {
            /** Format: int64 */
            answered: number;
            options: components["schemas"]["OptionFigures"][];
            row_id: string;
        };
        /** @description A row of a matrix. */
        RowSummary: {
            /** Format: int64 */
            answered: number;
            options: components["schemas"]["OptionSummary"][];
            row: string;
            row_id: string;
        };
        /** @description A score of complete feedback. */
        ScoreSummary: {
            key: string;
            numbers: components["schemas"]["Numbers"] | null;
        };
        /** @description A code of the second factor that was offered. */
        SecondFactorCode: {
            code: string;
        };
        /** @description A second factor that is not in force yet. */
        SecondFactorOffer: {
            /** @description In Base32, to be typed into an app. */
            secret: string;
            /** @description The same as `otpauth://` address, for a QR code. */
            uri: string;
        };
        /** @description How a secret is replaced. */
        SecretRotation: {
            /**
             * Format: int32
             * @description For how long the secret before signs as well.
             */
            keep_old_seconds?: number | null;
        };
        /** @description How a server is. */
        ServerAnswer: {
            /** @description The systems that a program can work with. */
            build: {
                with: string[];
                /** @description Those that the program leaves out. */
                without: string[];
            };
            checks: components["schemas"]["ServerCheck"][];
            /**
             * @description The system that a database is of.
             * @enum {string}
             */
            database: "sqlite" | "postgresql";
            /** @description The server's clock: RFC 3339. */
            now: string;
            /** @description RFC 3339. */
            started_at: string;
            version: string;
        };
        /** @description What was looked at. */
        ServerCheck: {
            /** @description What to do, in English. Absent if nothing is to be done. */
            advice?: string;
            code: components["schemas"]["ConditionCode"];
            /** @description In English. */
            message: string;
            /** @description Such as `database`. */
            name: string;
            /**
             * Format: int64
             * @description What the code counts: mails, deliveries, or free MiB.
             */
            number?: number;
            /**
             * @description How serious it is.
             * @enum {string}
             */
            state: "ok" | "warning" | "failed";
        };
        /** @description Who signs in. */
        SignIn: {
            /** @description The code of the second factor, or a recovery code. */
            code?: string | null;
            email: string;
            password: string;
        };
        /** @description A feedback with what staff have written about it. */
        SingleStaffFeedback: components["schemas"]["StaffFeedback"] & {
            /** @description The earliest first. */
            notes: components["schemas"]["FeedbackNote"][];
        };
        /** @description Until when a chat is put off. */
        Snooze: {
            /** @description RFC 3339, within the next 366 days; absent or null: no longer. */
            until?: string | null;
        };
        /**
         * @description What a member of staff has done.
         * @enum {string}
         */
        StaffAct: "reply" | "note" | "read" | "claim" | "assign" | "accept" | "close" | "reopen" | "revoke_token" | "snooze" | "block_device" | "unblock_device" | "block_address" | "unblock_address" | "put_canned_reply" | "delete_canned_reply" | "put_draft" | "edit_draft" | "remove_draft" | "publish_draft" | "erase" | "put_webhook" | "delete_webhook" | "rotate_webhook_secret" | "replay_webhook" | "set_review" | "tag_feedback" | "note_feedback" | "export" | "create_export" | "download_export" | "remove_export" | "export_customer" | "sign_in" | "fail_sign_in" | "sign_out" | "end_sessions" | "use_link" | "rename" | "rename_user" | "change_password" | "put_second_factor" | "remove_second_factor" | "use_recovery_code" | "add_user" | "reset_user" | "disable_user" | "enable_user" | "change_role" | "add_staff_token" | "revoke_staff_token" | "import" | "put_record" | "restore_record" | "archive_record";
        /** @description A chat with what staff know about it beside the conversation. */
        StaffChat: components["schemas"]["StaffChatDetail"] & {
            accepted_by: string | null;
            /** @description The hash of the address that the chat began from; null where it says nothing about the client. */
            address_id: string | null;
            /** @description Names of members of staff. */
            assigned_to: string | null;
            closed_by: string | null;
            /** @description The hash of the customer's device. */
            device_id: string;
            is_address_blocked: boolean;
            is_device_blocked: boolean;
            /**
             * Format: int64
             * @description Up to where staff have read it.
             */
            read_position: number;
            /** @description Until when staff put it off. */
            snoozed_until: string | null;
            /** @description Those of its feedback, in alphabetical order. */
            tags: string[];
            /**
             * Format: int64
             * @description The epoch of the customer's tokens.
             */
            token_epoch: number | null;
        };
        /** @description A chat as staff see it. */
        StaffChatDetail: components["schemas"]["ChatState"] & {
            created_at: string;
            creator: components["schemas"]["Person"];
            creator_language_code: string;
            node: components["schemas"]["NodeName"];
            responses: components["schemas"]["AnsweredQuestion"][];
            updated_at: string;
            /** @description Since when the customer waits for an answer. */
            waiting_since?: string;
        };
        /** @description A chat as staff have it, after an act. */
        StaffChatState: {
            accepted_by: string | null;
            /** @description Names of members of staff. */
            assigned_to: string | null;
            closed_by: string | null;
            feedback_id: string;
            /**
             * Format: int64
             * @description Up to where staff have read it.
             */
            read_position: number;
            /** @description Until when staff put it off. */
            snoozed_until: string | null;
            status: components["schemas"]["ChatStatus"];
            /**
             * Format: int64
             * @description The epoch of the customer's tokens.
             */
            token_epoch: number | null;
        };
        /** @description One of both. */
        StaffConfirmation: {
            /** @description The code of the second factor, or a recovery code. */
            code?: string | null;
            password?: string | null;
        };
        /** @description A feedback. Times are RFC 3339. */
        StaffFeedback: {
            /** @description The answers as words. */
            answers?: components["schemas"]["AnsweredQuestion"][];
            /** @description Whether the host's server has signed the custom attributes. */
            attributes_verified: boolean;
            completed_at: string | null;
            /** @description By the visitor's clock, unverified. */
            created_at: string | null;
            created_offline: boolean;
            customer: Record<string, never> | null;
            /** @description Whether a signature proves fields of the customer. */
            customer_verified: boolean;
            /** @description Hashed. */
            device_id: string;
            flow_id: string;
            /** Format: int32 */
            flow_revision: number;
            id: string;
            /** @description The code of the language of `answers`. */
            language?: string;
            language_id: string | null;
            node_id: string;
            origin_url: string | null;
            /** @description When it was first stored, by the server's clock. */
            received_at: string;
            /** @description The number by which people name it, as the visitor's client claims. */
            reference: string | null;
            responses: components["schemas"]["StoredResponse"][];
            /** @description How far staff are with it. */
            review: components["schemas"]["ReviewState"];
            /** @description What the answers add up to, by the keys of the flow's scores; null if it has none. */
            scores: {
                [key: string]: number;
            } | null;
            /** @description For how long states were seen, by their ids. */
            state_times_in_ms: {
                [key: string]: number;
            } | null;
            status: components["schemas"]["FeedbackStatus"];
            /** @description In alphabetical order. */
            tags: string[];
            /** Format: int32 */
            time_spent_in_seconds: number;
            /** @description The invitation's tracking pair, by the names of its parameters. */
            tracking: {
                [key: string]: string;
            } | null;
            /** @description When it last changed. */
            updated_at: string;
            user_id: string | null;
        };
        StaffFeedbackList: components["schemas"]["List_StaffFeedback"] & components["schemas"]["IndexState"] & {
            /** @description Only if it was asked for. */
            total?: components["schemas"]["ListTotal"];
        };
        /** @description Whose link it is, and what for. */
        StaffLink: {
            email: string;
            kind: components["schemas"]["LinkKind"];
            name: string;
        };
        /** @description A link, by the secret in its fragment. */
        StaffLinkSecret: {
            secret: string;
        };
        /** @description What a person chooses. */
        StaffLinkUse: {
            /** @description The code of the second factor, or a recovery code, if the person has one. */
            code?: string | null;
            /** @description Absent or null: as it is. */
            name?: string | null;
            /** @description 12 to 256 characters. */
            password: string;
            secret: string;
        };
        /** @description What customers see. */
        StaffName: {
            name: string;
        };
        /** @description Another password. */
        StaffPassword: {
            /** @description 12 to 256 characters. */
            new_password: string;
            /** @description The one that the person has. */
            password: string;
        };
        StaffPerson: {
            email: string;
            /** @description Whether the person has chosen a password, by which they can confirm who they are. */
            has_password: boolean;
            id: string;
            /** @description What customers see. */
            name: string;
            /** @description Null: all nodes, also later ones. */
            nodes: string[] | null;
            role: components["schemas"]["Role"];
            /** @description Whether signing in takes a code as well. */
            second_factor: boolean;
        };
        /** @description Who is signed in, and what they may do. */
        StaffSession: {
            /** @description Until when what needs a confirmation needs no other one; null: it needs one. RFC 3339. */
            confirmed_until: string | null;
            /** @description What the role allows, at the nodes of the person. */
            rights: components["schemas"]["Right"][];
            /** @description Whether this server requires a second factor, and the person did not sign in by single sign-on. Until there is one, only calls about sessions and the own account are answered. */
            second_factor_required: boolean;
            user: components["schemas"]["StaffPerson"];
        };
        /** @description A token. Times are RFC 3339. */
        StaffToken: {
            /** @description The address of a picture that customers see. */
            avatar: string | null;
            created_at: string;
            expires_at: string;
            /** @description Noted at most once a minute; null: never. */
            last_used_at: string | null;
            /** @description What customers see. */
            name: string;
            /** @description Null: all nodes, also later ones. */
            nodes: string[] | null;
            revoked_at: string | null;
            rights: components["schemas"]["Right"][];
            state: components["schemas"]["TokenState"];
        };
        /** @description A token to create. */
        StaffTokenBody: {
            /** @description The address of a picture that customers see, beginning with `https://`. */
            avatar?: string | null;
            /**
             * Format: int32
             * @description Until it expires, 1 to 366; 90 unless it is there.
             */
            days?: number | null;
            name: string;
            /** @description Absent or null: all, also later ones. */
            nodes?: string[] | null;
            /** @description At least one. */
            rights: components["schemas"]["Right"][];
        };
        StateSummary: {
            /**
             * Format: int64
             * @description Feedbacks with an answer in it.
             */
            answered: number;
            /**
             * Format: int64
             * @description Partial feedbacks whose last answer is in it.
             */
            left: number;
            state_id: string;
            time_shown: components["schemas"]["Times"] | null;
        };
        /** @description An answer, or one option of it, as it was stored (docs/engine.md#payload). */
        StoredResponse: {
            /** @description The id of the upload that answers. */
            active_storage_blob_id?: string;
            /** @description What other systems know of the answer. */
            binding_data?: {
                [key: string]: unknown;
            };
            /** @description True where the answer named what the server does not have. */
            binding_unknown?: boolean;
            /** @description The answer as text. */
            body?: string;
            file?: components["schemas"]["ResponseFile"];
            hidePersonalData?: boolean;
            option_id?: string;
            /** @description The question, or the row of a matrix. */
            question_id: string;
            /**
             * Format: int32
             * @description The place of an option in a ranking, 1 for the best.
             */
            ranking?: number;
            /** @description True where the number was proven to be the visitor's. */
            verified?: boolean;
        };
        SummaryAnswer: components["schemas"]["FlowSummary"] & components["schemas"]["Funnel"] & components["schemas"]["IndexState"] & {
            /** @description Only if it was asked for. */
            comparison?: components["schemas"]["ComparedSummary"];
        };
        /** @description The feedback that was first stored on a day in UTC. */
        SummaryDay: {
            /** Format: int64 */
            complete: number;
            day: string;
            /** Format: int64 */
            feedbacks: number;
        };
        /**
         * Format: binary
         * @description A file that another product exports, at most 8 MiB.
         */
        SurveyFile: string;
        /** @description Which tags are removed, and then which are added; at most 20 of each. */
        TagChanges: {
            add?: string[];
            remove?: string[];
        };
        /**
         * @description What an item says.
         * @enum {string}
         */
        TimelineAction: "add_comment" | "add_note";
        TimelineComment: {
            attachment?: components["schemas"]["MessageAttachment"];
            body: string;
            /** @description RFC 3339, by the server's clock. */
            created_at: string;
        };
        /** @description A message, or a note of staff. */
        TimelineItem: {
            action: components["schemas"]["TimelineAction"];
            actor: components["schemas"]["ChatActor"];
            /** @description The client's own key of the message, by which it recognizes the message. */
            client_key?: string;
            detail: components["schemas"]["TimelineItemDetail"];
            id: string;
            /** Format: int64 */
            position: number;
        };
        TimelineItemDetail: {
            comment: components["schemas"]["TimelineComment"];
            customer?: components["schemas"]["Person"];
            /** @description The key of the person who wrote it, where persons are apart. */
            person?: string;
            /** @description The member of staff who wrote it. */
            user?: components["schemas"]["Person"];
        };
        /** @description How long something took, in seconds. */
        Times: {
            /** Format: int64 */
            count: number;
            /** Format: double */
            mean: number;
            /** Format: double */
            median: number;
        };
        /** @description Which tokens are revoked. */
        TokenRevocation: {
            /**
             * Format: int64
             * @description The epoch of the tokens, as the chat shows it.
             */
            token_epoch: number;
        };
        /**
         * @description Whether a token is in force.
         * @enum {string}
         */
        TokenState: "in_force" | "expired" | "revoked";
        TrendAnswer: components["schemas"]["QuestionTrend"] & components["schemas"]["IndexState"] & {
            by: components["schemas"]["TrendUnit"];
            flow_id: string;
            /** @description The IANA name. */
            time_zone: string;
        };
        /** @description The answers of a day, a week or a month. */
        TrendBucket: {
            /**
             * Format: int64
             * @description Feedbacks that answered the question.
             */
            answered: number;
            /**
             * Format: double
             * @description From 1 to 7.
             */
            ces?: number;
            /** @description How often the flow was shown, opened and started. Missing if nothing is counted, or a filter does not fit. */
            counters?: components["schemas"]["CountedSteps"];
            /**
             * Format: double
             * @description From 0 to 100.
             */
            csat?: number;
            /** @description The first day, in the time zone. */
            day: string;
            /** @description From when on feedback counts: the beginning of the first day, or of the time that was asked for. */
            from: string;
            /** Format: double */
            mean?: number;
            /** Format: double */
            median?: number;
            nps?: components["schemas"]["NpsFigures"];
            options?: components["schemas"]["OptionFigures"][];
            rows?: components["schemas"]["RowFigures"][];
            /** @description Before when. */
            to: string;
        };
        /**
         * @description How long a bucket is.
         * @enum {string}
         */
        TrendUnit: "day" | "week" | "month";
        /**
         * @description A channel that one can unsubscribe from.
         * @enum {string}
         */
        UnsubscribableChannel: "sms" | "whatsapp" | "push_notification";
        /** @description A webhook. Times are RFC 3339. */
        Webhook: {
            description: string | null;
            enabled: boolean;
            events: components["schemas"]["WebhookEventType"][];
            /**
             * Format: int64
             * @description Tries that failed since the last one that did not.
             */
            failures: number;
            /** @description When its receiver answered 410, which disabled it. */
            gone_at: string | null;
            id: string;
            /** @description Null: all nodes. */
            nodes: string[] | null;
            old_secret_until: string | null;
            /** @description Nothing is sent before. */
            paused_until: string | null;
            /** @description Shown once: when it is new. */
            secret?: string;
            updated_at: string;
            updated_by: string;
            /** @description Only its origin for those who may not manage: paths of such addresses are often secrets. */
            url: string;
        };
        /** @description A webhook to store. */
        WebhookBody: {
            description?: string | null;
            enabled?: boolean | null;
            events: components["schemas"]["WebhookEventType"][];
            /** @description Absent or null: all nodes, also later ones. */
            nodes?: string[] | null;
            url: string;
        };
        /**
         * @description What can happen.
         * @enum {string}
         */
        WebhookEventType: "feedback.partial" | "feedback.completed" | "chat.message" | "chat.status_changed" | "chat.rated";
        WebhookList: {
            items: components["schemas"]["Webhook"][];
            /** @description Always null: there are few. */
            next_cursor: string | null;
        };
        /** @description What came of a test. */
        WebhookTest: {
            delivered: boolean;
            error: string | null;
            /**
             * Format: int32
             * @description Of the receiver's response; null if there was none.
             */
            status: number | null;
        };
        WordsAnswer: components["schemas"]["AnswerWords"] & components["schemas"]["IndexState"] & {
            flow_id: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
