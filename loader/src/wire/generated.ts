// Generated from docs/openapi.json by .ci/wire/generate.mjs: `make openapi`.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
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
        /** @description A stored submission. */
        Arrival: {
            /** @description The feedback's id. */
            id: string;
            /** @description Its `Idempotency-Key`. */
            key: string;
        };
        Arrivals: {
            items: components["schemas"]["Arrival"][];
        };
        /** @description The keys with which a device may have submitted. */
        ArrivalsBody: {
            device_id: string;
            keys: string[];
        };
        /** @description The response of `POST /v1/attachments`. */
        Attachment: {
            file_url: string;
            id: string;
            name: string;
            /** Format: int64 */
            size: number;
            type: string;
        };
        /** @description The answers from which a question with a `bindingModel` is looked up. */
        BindingRequest: {
            /** @description The answers by question key, or by id where there is no key. Numbers and booleans are taken as text. */
            body?: {
                [key: string]: unknown;
            } | null;
            /** @description The random id of the browser; without it nothing is kept for the feedback. */
            device_id?: string | null;
            /** @description Needed where several flows look up a question with this id. */
            flow_id?: string | null;
            /**
             * Format: int32
             * @description The revision that is answered; absent: the newest.
             */
            flow_revision?: number | null;
            /** @description Whose visitor asks; needed where the flow belongs to several nodes. */
            node_id?: string | null;
            /** @description The id of the question. */
            reference_id: string;
        };
        /** @description The quota of a node's file. Browsers get only what is not skipped. */
        ChannelQuota: {
            action_kind?: string;
            active?: boolean;
        };
        /** @description The business. */
        ChatAccount: {
            name?: string;
        };
        /**
         * @description Who wrote a message.
         * @enum {string}
         */
        ChatActor: "customer" | "staff";
        /** @description A chat as its customer sees it. */
        ChatDetail: components["schemas"]["ChatState"] & {
            account: components["schemas"]["ChatAccount"];
            /** @description What the business says before any message. */
            chat_greeting?: string;
            chat_queue_body?: string;
            chat_rating_setting?: components["schemas"]["RatingSetting"];
            created_at: string;
            creator: components["schemas"]["Person"];
            creator_language_code: string;
            limits: components["schemas"]["MessageLimits"];
            node: components["schemas"]["ChatNode"];
            /** @description Whether files from the customer are refused. */
            prevent_upload: boolean;
            /** @description How soon staff usually reply, where that is known. */
            reply_time?: components["schemas"]["ReplyTime"];
            responses: components["schemas"]["AnsweredQuestion"][];
        };
        /** @description Where mails shall go. */
        ChatEmailBody: {
            email?: string | null;
            /** @description Whether the address is meant that the chat offers. */
            offered?: boolean;
            token?: string | null;
        };
        /** @description What a customer sees of the e-mail of their chat. Addresses are masked: anyone who looks over a shoulder learns none. */
        ChatEmailState: {
            /** @description The address that was left. */
            email?: string;
            /** @description Whether an address can be left. */
            email_enabled: boolean;
            /** @description One that is known of the customer, while none was left. No mail goes there unless the customer takes the offer. */
            email_offer?: string;
        };
        /** @description What can have changed in a chat. */
        ChatNews: {
            status: components["schemas"]["ChatStatus"];
            /**
             * Format: int32
             * @description Staff replies after the cursor that the request names.
             */
            unread: number;
        };
        /** @description The node in whose name staff write. */
        ChatNode: components["schemas"]["NodeName"] & {
            branding?: boolean;
            css_url_react?: string;
            logo_url?: string;
            /** @description When it opens again, while it is closed: RFC 3339 with the offset of its own clocks. */
            opens_at?: string;
            /** @description Whether the node is open now. */
            operating: boolean;
            operating_24_7: boolean;
            operating_hours: components["schemas"]["OperatingHours"][];
            primary_color?: string;
            show_seen: boolean;
            show_typing: boolean;
            /**
             * Format: int32
             * @description Lets a page compute the node's local time from its own clock.
             */
            utc_offset_minutes: number;
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
        /** @description What proves that the visitor may begin the chat. */
        ChatStartBody: {
            /** @description `chat_start_token` of the stored feedback. */
            token: string;
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
        /** @description The response to a change of status. */
        ChatStatusChange: {
            feedback_id: string;
            status: components["schemas"]["ChatStatus"];
        };
        /** @description The token of a chat, where no header and no address has it. */
        ChatTokenBody: {
            token?: string | null;
        };
        /** @description Where a code is sent to, and for what. */
        CodeRequest: {
            /**
             * @description The number in the format of E.164.
             * @example +905321234567
             */
            address: string;
            /** @description Needed here or as the header `X-Device-Id`. */
            device_id?: string | null;
            /** @description What the visitor answers; absent: the flow that the node has now. */
            flow_id?: string | null;
            /**
             * Format: int32
             * @description The number of its revision; absent: the newest.
             */
            flow_revision?: number | null;
            /** @description `sms`, the only kind. */
            kind?: string | null;
            /** @description The code of the language of the message. */
            language?: string | null;
            node_id: string;
            /** @description The question of style `phone_verification`. */
            question_id: string;
        };
        /** @description A chat as its customer sees it, with the e-mail of the chat. */
        CustomerChat: components["schemas"]["ChatDetail"] & components["schemas"]["ChatEmailState"] & {
            /** @description The chat token that this request came with. */
            token: string;
        };
        /** @description What is known about a customer: any fields, and these (docs/api.md#customers). */
        CustomerFields: {
            /** Format: int32 */
            birth_year?: number;
            /** @description Any JSON by name. */
            custom_attributes?: {
                [key: string]: unknown;
            };
            email?: string;
            external_id?: string;
            gender?: string;
            id?: string;
            name?: string;
            phone_number?: string;
            /** @description Texts by the key of a question. */
            schema?: {
                [key: string]: string;
            };
            user_id?: string;
        };
        /** @description The response of `POST /v2/storage/direct_uploads`. */
        DirectUpload: {
            data: components["schemas"]["DirectUploadData"];
        };
        DirectUploadData: {
            id: string;
            name: string;
            /** Format: int64 */
            size: number;
            type: string;
            url: string;
        };
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
        /** @description A feedback as clients send it. */
        Feedback: {
            /** @description May repeat the ids of the uploads among the answers. */
            attachment_ids?: string[] | null;
            /** @description By the visitor's clock. */
            created_at?: string | null;
            /** @description Whether the feedback was built without a network. */
            created_offline?: boolean | null;
            /** @description What is known about the visitor, as a claim: any JSON by name. */
            customer?: Record<string, never> | null;
            /** @description The random id of the browser. */
            device_id: string;
            flow_id: string;
            /**
             * Format: int32
             * @description The revision that was answered; absent: the newest.
             */
            flow_revision?: number | null;
            /** @description The id of the flow's language that was shown last. */
            language_id?: string | null;
            node_id: string;
            /** @description The address that the visitor was on. */
            origin_url?: string | null;
            /**
             * @description The number by which people name the feedback.
             * @example K7QM-2XPD
             */
            reference?: string | null;
            /** @description The answers in order of the path. */
            responses?: components["schemas"]["ResponseItem"][] | null;
            /** @description What the answers add up to, by the keys of the flow's scores. The server adds them up itself and refuses others. */
            scores?: {
                [key: string]: number;
            } | null;
            /** @description For how long each state was seen, by its id. */
            state_times_in_ms?: {
                [key: string]: number;
            } | null;
            /**
             * Format: int32
             * @description Since the visitor began.
             */
            time_spent_in_seconds?: number | null;
            /** @description The host's name for the visitor. */
            user_id?: string | null;
            /** @description The widget in which the flow was answered. */
            widget_code?: string | null;
        };
        /** @description A node's public fields, as browsers get them (docs/widget.md#node-fields). Nothing but these may leave the server. */
        FeedbackNode: {
            activation_end_date?: string;
            /** @description One text, or texts by language. */
            activation_expired_message?: unknown;
            activation_start_date?: string;
            analytics_enabled?: boolean;
            branding?: boolean;
            /** @description Parameters of the visitor's address that are kept (docs/api.md#campaign-parameters). */
            campaign_parameters?: string[];
            channel_quota?: components["schemas"]["ChannelQuota"];
            country_code?: string;
            /** @description The operator's style sheet. */
            css_url_react?: string;
            /** @description The id, not the code, of one of the flow's languages. */
            default_language_id?: string;
            favicon_url?: string;
            /** @description The flow that its visitors answer. */
            flow_id: string;
            id: string;
            /** Format: int32 */
            idle_reset_timeout_in_seconds?: number;
            language_selector_style?: components["schemas"]["LanguageSelectorStyle"];
            logo_url?: string;
            /**
             * Format: int32
             * @description Days until the same device may answer again; absent or 0: never.
             */
            multiple_feedback_delay_period?: number;
            name?: string;
            non_operating_hours_flow_id?: string;
            /**
             * Format: int32
             * @description How long browsers try to send feedback; absent or 0: as long as they do by themselves (docs/offline.md).
             */
            offline_expiry_in_days?: number;
            operating_24_7?: boolean;
            operating_hours?: components["schemas"]["OperatingHours"][];
            /** @description Whether the server refuses a second complete feedback of one device (docs/api.md#multiple-feedback). */
            prevent_multiple_feedback?: boolean;
            primary_color?: string;
            public_key?: string;
            /** @description Hosts to which thank-you pages of its flows may lead (docs/flows.md#redirects). */
            redirect_hosts?: string[];
            status?: string;
            /** Format: int32 */
            thank_you_duration_in_seconds?: number;
            theme?: components["schemas"]["Theme"];
            /** @description IANA name; absent: UTC. */
            time_zone?: string;
            /** @description Passed on to clients of the API and used for nothing. */
            type?: string;
            unsubscribe_visible?: boolean;
            use_signature_verify?: boolean;
        };
        FilledQuestion: {
            input: string;
            question_id: string;
        };
        /** @description A flow as the engine reads it (docs/flows.md). */
        FlowDefinition: {
            id: string;
            /**
             * Format: int32
             * @description Of the definition; it never changes under the same number.
             */
            revision: number;
            /** @description The states, of which the first or the one with `isInitialState` comes first. */
            states: {
                [key: string]: unknown;
            }[];
        };
        /** @description The response of both. */
        Health: {
            /** @description How the server knows the client's address, if the request has the header `Pulsen-Claimed-Address`. */
            client?: components["schemas"]["KnownClient"];
            /** @description Always `pulsen`, by which `pulsen doctor` knows the server from others that report their health. */
            server: string;
            status: string;
        };
        Items_PreviousFeedback: {
            items: (components["schemas"]["ChatNews"] & {
                created_at: string;
                id: string;
                title?: string;
            })[];
        };
        Items_UnreadChat: {
            items: (components["schemas"]["ChatNews"] & {
                id: string;
                /** @description The newest of the unread replies. Absent if there are none. */
                reply?: components["schemas"]["ReplyPreview"];
            })[];
        };
        /** @description How a kiosk is. */
        KioskReport: {
            device_id: string;
            /** @description RFC 3339, by the device's clock. */
            last_sync_at?: string | null;
            /**
             * Format: int32
             * @description How many the server has refused for good.
             */
            refused: number;
            version: string;
            /**
             * Format: int32
             * @description How many feedbacks wait to be sent.
             */
            waiting: number;
        };
        /**
         * @description How a server knows the address of a client (docs/operate.md#doctor).
         * @enum {string}
         */
        KnownClient: "connection" | "header" | "claim" | "claim_of_proxy" | "unnamed" | "unreadable" | "many";
        /** @description A customer with the id that the server knows them by, and what the caller may know of them. */
        KnownCustomer: components["schemas"]["CustomerFields"] & {
            id: string;
        };
        /**
         * @description How the visitor picks a language (docs/widget.md#language-selector).
         * @enum {string}
         */
        LanguageSelectorStyle: "modal" | "dropdown_up" | "dropdown_down";
        /** @description How many of 100 have answered as the visitor has. */
        LiveResult: {
            /**
             * Format: int32
             * @description From 1 to 100.
             */
            agree: number;
            /** @description The element of the thank-you page that shows it. */
            element_id: string;
        };
        LiveResults: {
            items: components["schemas"]["LiveResult"][];
        };
        /** @description The answer to a `dynamic_request`, to be looked up. */
        LookUpRequest: {
            /** @description A text; numbers and booleans are taken as text. */
            answer?: unknown;
            /** @description The random id of the browser; without it nothing is kept for the feedback. */
            device_id?: string | null;
            /** @description That of the path. */
            flow_id?: string | null;
            /**
             * Format: int32
             * @description The revision that is answered; absent: the newest.
             */
            flow_revision?: number | null;
            /** @description Whose visitor asks; needed where the flow belongs to several nodes. */
            node_id?: string | null;
            question_id: string;
        };
        /** @description What was looked up. */
        LookedUp: {
            /** @description Names what the server keeps for the feedback; absent if that is nothing. */
            binding_id?: string;
            /** @description Texts for other questions of the flow. */
            responses: components["schemas"]["FilledQuestion"][];
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
        /** @description What a message may hold. */
        MessageLimits: {
            /** @description Bytes of its file. */
            attachment_bytes: number;
            /** @description Characters of its text. */
            message_length: number;
        };
        /** @description A node with the fields that the server computes. */
        Node: components["schemas"]["FeedbackNode"] & {
            /** @description Whether it operates now. */
            operating: boolean;
            /** @description How a number without a country code is completed. */
            phone_country?: components["schemas"]["PhoneCountry"];
            /** @description Whether the visitor's link has a valid signature; absent where none was looked at. */
            signature_valid?: boolean;
            /**
             * Format: int32
             * @description By how much its clocks are ahead of UTC now.
             */
            utc_offset_minutes: number;
        };
        NodeName: {
            id: string;
            name?: string;
        };
        /** @description When a node is open on the days of one period. Times are wall-clock times as `hhmm` numbers: 930 is 09:30. */
        OperatingHours: {
            /**
             * Format: int32
             * @description The first minute that is closed again; 2400 is the end of the day.
             */
            end_hour: number;
            period: components["schemas"]["OperatingPeriod"];
            /**
             * Format: int32
             * @description The first minute that is open.
             */
            start_hour: number;
        };
        /**
         * @description The days that an entry applies to.
         * @enum {string}
         */
        OperatingPeriod: "weekdays" | "saturday" | "sunday";
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
        /** @description How numbers of a country are dialed. */
        PhoneCountry: {
            /** @description The country's calling code, without `+`. */
            calling_code: string;
            /** @description ISO 3166 code, in capitals. */
            country: string;
            /** @description What is dialed before a number within the country, and left out after the calling code; empty where nothing is. */
            national_prefix: string;
        };
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
        /** @description The customer's verdict. */
        RatingBody: {
            /**
             * @description 0 is bad, 50 neither, 100 good.
             * @enum {integer}
             */
            rating: 0 | 50 | 100;
            /** @description The token of the chat, where no header and no address has it. */
            token?: string | null;
        };
        RatingSetting: {
            body: string;
        };
        /** @description The beginning of a reply, which stands beside the launcher of a widget. */
        ReplyPreview: {
            /** @description On one line, at most 120 characters. Empty for a picture without a text. */
            body: string;
            /** @description RFC 3339, by the server's clock. */
            created_at: string;
            has_picture: boolean;
            /**
             * Format: int64
             * @description The position of its item in the timeline.
             */
            position: number;
            user: components["schemas"]["Person"];
        };
        /**
         * @description How soon staff usually reply, rounded.
         * @enum {string}
         */
        ReplyTime: "minutes" | "half_hour" | "hour" | "hours" | "day";
        /** @description A kiosk that was stored. */
        ReportedDevice: {
            /** @description By which staff see the device. */
            device_hash: string;
        };
        /** @description An answer as clients send it, or one option of it (docs/engine.md#payload). */
        ResponseItem: {
            /** @description The id of the upload that answers. */
            active_storage_blob_id?: string | null;
            /** @description What the server keeps of the answer's look-up; in the first item of the answer. */
            binding_id?: string | null;
            /** @description The answer as text. */
            body?: string | null;
            /** @description The server goes by the stored flow instead. */
            hidePersonalData?: boolean;
            option_id?: string | null;
            /** @description The question, or the row of a matrix. */
            question_id?: string;
            /**
             * Format: int32
             * @description The place of an option in a ranking, 1 for the best.
             */
            ranking?: number | null;
            /** @description The proof that the phone number is the visitor's. */
            verification_token?: string | null;
        };
        /** @description The response to a code that was sent. */
        SentCode: {
            /** @description Names the verification when the code is checked. */
            id: string;
            /**
             * Format: int64
             * @description Seconds before another code may be requested.
             */
            resend_after_in_seconds: number;
        };
        /** @description A chat that has begun, as the response to a submission names the one that its flow ends in. */
        StartedChat: {
            /** @description The token of the chat. */
            chat_token_string: string;
            /** @description The feedback's id, which is the chat's. */
            id: string;
        };
        /** @description The response to a stored submission. */
        StoredFeedback: {
            /** @description The token that begins the chat which the end of the flow offers, if it does (docs/api.md#beginning-a-chat). */
            chat_start_token?: string;
            /** @description The token of the chat if the flow ended in one. */
            chat_token_string?: string;
            /** @description The feedback's id. */
            id: string;
        };
        /**
         * @description The theme of a page.
         * @enum {string}
         */
        Theme: "light" | "dark" | "auto";
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
        /** @description A code that the visitor typed. */
        TypedCode: {
            token: string;
            /** @description The `id` that the answer to the request for a code has. */
            verification_id: string;
        };
        /**
         * @description A channel that one can unsubscribe from.
         * @enum {string}
         */
        UnsubscribableChannel: "sms" | "whatsapp" | "push_notification";
        /** @description What nobody is invited by any more. */
        Unsubscribed: {
            channel: components["schemas"]["UnsubscribableChannel"];
        };
        /** @description What somebody wants no more of. */
        UnsubscriptionBody: {
            channel: components["schemas"]["UnsubscribableChannel"];
            device_id?: string | null;
            /** @description The invitation's tracking pair, by the names of its parameters. */
            tracking?: {
                [key: string]: string;
            };
        };
        /** @description A file for a question. The fields are needed where the address does not have them, and come before the file. */
        UploadForm: {
            /**
             * Format: binary
             * @description A JPEG, PNG, WebP or GIF image or a PDF document of at most 10 MiB.
             */
            file: string;
            flow_id?: string | null;
            flow_revision?: string | null;
            node_id?: string | null;
            question_id?: string | null;
        };
        /** @description The response to the right code. */
        VerifiedAddress: {
            address: string;
            /** @description The proof, for the submission with this number. */
            token: string;
        };
        /** @description What a client tells about a visitor (docs/api.md#customers). */
        VisitBody: {
            /** @description What the host's server has signed about the visitor (docs/api.md#widget-attributes). */
            attributes_jws?: string | null;
            /** Format: int32 */
            birth_year?: number | null;
            /** @description Any JSON by name. */
            custom_attributes?: {
                [key: string]: unknown;
            } | null;
            /** @description The random id of the browser; without it the customer belongs to no device. */
            device_id?: string | null;
            email?: string | null;
            external_id?: string | null;
            gender?: string | null;
            /** @description The id that an earlier visit gave. */
            id?: string | null;
            name?: string | null;
            phone_number?: string | null;
            /** @description Texts by the key of a question. */
            schema?: {
                [key: string]: string;
            } | null;
            user_id?: string | null;
            /** @description The widget whose secret has signed `attributes_jws`, or that takes only what is signed. */
            widget_code?: string | null;
        };
        /** @description The response to a visit. */
        Visitor: components["schemas"]["KnownCustomer"] & {
            /**
             * @description When the device, or the verified customer, has last completed a feedback of the node, in RFC 3339; absent unless node
             *     or widget would refuse another one now (docs/api.md#multiple-feedback).
             */
            feedback_given_at?: string;
        };
        /** @description The channel that messages to the host page name. */
        WebChannel: {
            id?: string;
            name?: string;
        };
        /**
         * @description A widget's public fields, as browsers get them (docs/widget.md#widget-fields). Nothing but these may leave the
         *     server.
         */
        Widget: {
            analytics_enabled?: boolean;
            branding?: boolean;
            /** @description The name in the host's script tag. */
            code: string;
            /** @description `required`: not before the host page says that the visitor allows it. */
            consent?: string;
            default_language_code?: string;
            /** Format: double */
            display_interval?: number;
            /** @description A CSS selector. */
            display_on_click?: string;
            /** @description Names of events of which the host page tells. */
            display_on_event?: string[];
            display_on_exit?: boolean;
            /**
             * Format: int32
             * @description Percent of the page.
             */
            display_on_scroll?: number;
            display_once?: boolean;
            /** Format: int32 */
            display_once_delay_period?: number;
            /**
             * Format: int32
             * @description Percent of visitors.
             */
            display_share?: number;
            /** @description Host names; empty: everywhere. Subdomains are included. */
            enabled_domains?: string[];
            enabled_on_mobile?: boolean;
            /** @description Regular expressions, one of which the page's address must match; empty: everywhere. */
            enabled_urls?: string[];
            font_color?: string;
            full_page_on_mobile?: boolean;
            hide_widget?: boolean;
            is_visible?: boolean;
            language_selector_style?: components["schemas"]["LanguageSelectorStyle"];
            /** Format: double */
            margin?: number;
            matrix_question_view_type?: string;
            modal_mode?: boolean;
            modal_toggle_text?: {
                [key: string]: string;
            };
            /** Format: int32 */
            multiple_feedback_delay_period?: number;
            node_id: string;
            node_logo_url?: string;
            popover_question?: boolean;
            popover_text?: {
                [key: string]: string;
            };
            /** Format: double */
            popover_text_height?: number;
            popover_text_vertical?: boolean;
            /** Format: double */
            popover_text_width?: number;
            prevent_multiple_feedback?: boolean;
            primary_color?: string;
            /** Format: double */
            radius?: number;
            reply_preview?: boolean;
            reply_sound?: boolean;
            reply_title?: boolean;
            secondary_color?: string;
            secure_mode?: boolean;
            /** @description Passed on to browsers and used for nothing. The secret that signs attributes is another field. */
            security_token?: string;
            /** Format: double */
            size?: number;
            web_channel?: components["schemas"]["WebChannel"];
            /** Format: double */
            widget_right_position?: number;
            widget_right_position_type?: string;
            /** Format: double */
            widget_top_position?: number;
            widget_top_position_type?: string;
            /** Format: double */
            width?: number;
            /** @description `rate`: percent; otherwise pixels. The same holds for the types of the two positions. */
            width_type?: string;
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
