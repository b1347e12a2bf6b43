import { asked, NEEDS_SCRIPTS, type SamplePage, text } from "../sample";

const UPLOADS = "/v2/storage/direct_uploads";

const FILE = { active_storage_blob_id: "{file}" };

/** Questions that are answered with files. */
export const FILES: SamplePage = {
  id: "files",
  samples: [
    {
      id: "file",
      question: {
        style: "file",
        body: text("Please add the receipt", "Bitte fügen Sie den Zahlungsbeleg hinzu", "يرجى إضافة الإيصال"),
      },
      keys: ["Space", "choose receipt.pdf"],
      touch: [{ choose: "receipt.pdf" }],
      answer: [FILE],
      states: {
        ...asked,
        early: NEEDS_SCRIPTS,
        loading: { holds: UPLOADS, keys: ["Space", "choose receipt.pdf"] },
      },
    },
    {
      id: "file-several",
      question: {
        style: "file",
        isMultiSelect: true,
        body: text("And pictures of the damage", "Und Bilder der Beschädigungen", "وصور الضرر"),
      },
      keys: ["Space", "choose left.png", "Space", "choose right.png"],
      touch: [{ choose: "left.png" }, { choose: "right.png" }],
      answer: [FILE, FILE],
      states: {
        ...asked,
        early: NEEDS_SCRIPTS,
        loading: { holds: UPLOADS, keys: ["Space", "choose left.png"] },
      },
    },
    {
      id: "screenshot",
      question: {
        style: "screenshot",
        body: text("What does it look like?", "Wie sieht die Fehlermeldung aus?", "كيف يبدو الأمر؟"),
      },
      keys: ["Space", "choose screen.png"],
      touch: [{ choose: "screen.png" }],
      answer: [FILE],
      states: {
        ...asked,
        early: NEEDS_SCRIPTS,
        loading: { holds: UPLOADS, keys: ["Space", "choose screen.png"] },
      },
    },
  ],
};
