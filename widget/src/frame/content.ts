import type { Unavailability } from "../boot/boot";
import type { ChatRun } from "../chat";
import type { PreviousList } from "../chat/previousFeedbacks/previousList";
import type { StartedFlow } from "../flow/startFlow";
import type { TextKey } from "../texts/catalog";

/** The code of the chat and of the list of previous feedbacks, which is a chunk of its own. */
export type ChatModule = typeof import("../chat");

/** What the frame's body shows (docs/widget.md#content-frame). */
export type Content =
  | { kind: "waiting" }
  | ({ kind: "flow" } & StartedFlow)
  | {
      kind: "chat";
      feedbackId: string;
      run: ChatRun;
      chatModule: ChatModule;
      /** The language of the flow that has just led to this chat. */
      flowLanguage?: string;
    }
  /** The visitor chooses a previous feedback. */
  | { kind: "previous"; list: PreviousList; chatModule: ChatModule; language: string }
  /** The node takes one feedback of each visitor, and this visitor has given it. */
  | { kind: "already_given" }
  | { kind: "unavailable"; unavailable: Unavailability }
  | { kind: "error"; messageKey: TextKey };
