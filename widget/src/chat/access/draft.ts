/** What the visitor has begun to write in a chat, and not sent. */
export interface Draft {
  read(): string;
  /** An empty text removes it. */
  write(text: string): void;
}

/** The drafts of this tab by feedback id, in session storage: they are gone with the tab. */
const DRAFTS = "FLOW/chat_drafts";

/** Longer texts are kept only as long as the page: more than a message may have (docs/api.md#limits). */
const MOST_CHARACTERS = 10_000;

/** Returns the draft of a chat, which outlives this page. */
export function keptDraft(feedbackId: string): Draft {
  return {
    read() {
      const text = readDrafts()[feedbackId];
      return typeof text === "string" ? text : "";
    },
    write(text) {
      const { [feedbackId]: _, ...others } = readDrafts();
      const isKept = text !== "" && text.length <= MOST_CHARACTERS;
      writeDrafts(isKept ? { ...others, [feedbackId]: text } : others);
    },
  };
}

/** Returns a draft that only the present page knows. */
export function passingDraft(): Draft {
  let draft = "";
  return {
    read: () => draft,
    write(text) {
      draft = text;
    },
  };
}

function readDrafts(): Record<string, unknown> {
  try {
    const drafts = JSON.parse(window.sessionStorage.getItem(DRAFTS) ?? "{}");
    return typeof drafts === "object" && drafts ? drafts : {};
  } catch {
    return {};
  }
}

function writeDrafts(drafts: Record<string, unknown>) {
  try {
    if (Object.keys(drafts).length > 0) window.sessionStorage.setItem(DRAFTS, JSON.stringify(drafts));
    else window.sessionStorage.removeItem(DRAFTS);
  } catch {
    // Storage is blocked or full: the draft lives as long as the page.
  }
}
