import { useState } from "react";
import type { ListedRecord } from "../wire";
import type { Layout } from "./fields";
import type { StoredRecord } from "./records";
import { type Access, useAccess } from "./useAccess";
import { type RecordEditor, useRecordEditor } from "./useRecordEditor";

/** A node or a widget while its page is open. */
export interface RecordPage {
  kind: "nodes" | "widgets";
  listed: ListedRecord;
  access: Access;
  editor: RecordEditor;
  /** Whether it was archived here: then nothing that was typed is kept. */
  isArchived: boolean;
  onArchived: () => void;
}

/** Returns what may be done with a node or a widget, and what was typed in its form. */
export function useRecordPage(
  kind: "nodes" | "widgets",
  layout: Layout,
  stored: StoredRecord,
  listed: ListedRecord,
): RecordPage {
  const access = useAccess(kind, listed, stored);
  const isReadOnly = access !== "full" || listed.archived;
  const editor = useRecordEditor(kind, listed.id, layout, stored, isReadOnly);
  const [isArchived, setArchived] = useState(false);
  return { kind, listed, access, editor, isArchived, onArchived: () => setArchived(true) };
}
