import { type UseMutationResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { hasCode, Problem } from "../http/problem";
import type { ChangedRecord } from "../wire";
import { type Conflict, type Document, isAtOrIn, isSame, merge, type Path, withValue } from "./document";
import type { Layout } from "./fields";
import { checkRecord, type RecordKind, recordQuery, refresh, type StoredRecord, saveRecord } from "./records";

/** How long nothing is typed until the server is asked what it finds. */
const CHECK_DELAY_MS = 500;

/** What the server finds at a place of the record. */
export interface Finding {
  pointer: string;
  message: string;
  isError: boolean;
}

/** What the server has stored, and the text that it was sent: more may have been typed since. */
interface Saved {
  changed: ChangedRecord;
  sent: Document;
}

/** What was typed as the rest and is no part of the record yet. */
export interface BadRest {
  typed: string;
  problem: string;
}

/** A record while somebody changes it. */
export interface RecordEditor {
  kind: RecordKind;
  id: string;
  layout: Layout;
  /** As it was loaded; changes are of this version. */
  base: StoredRecord;
  /** As it is typed. */
  document: Document;
  isDirty: boolean;
  isReadOnly: boolean;
  /** Another number when the form has to show what it did not type itself. */
  generation: number;
  findings: readonly Finding[];
  /** Whether somebody else has stored another version. */
  isOutdated: boolean;
  /** What both have changed, of the versions that were merged. */
  conflicts: readonly Conflict[];
  isMerged: boolean;
  save: UseMutationResult<Saved, Error, void>;
  /** The text of the rest and why it cannot be stored; `null` where it can. */
  badRest: BadRest | null;
  change(path: Path, value: unknown): void;
  replace(document: Document): void;
  setBadRest(bad: BadRest | null): void;
  discard(): void;
  loadNewer(): Promise<void>;
  takeTheirs(conflict: Conflict): void;
}

/** Lets somebody change a record, of which nothing that was typed is lost when somebody else changes it as well. */
export function useRecordEditor(
  kind: RecordKind,
  id: string,
  layout: Layout,
  loaded: StoredRecord,
  isReadOnly: boolean,
): RecordEditor {
  const queries = useQueryClient();
  const [base, setBase] = useState(loaded);
  const [document, setDocument] = useState(loaded.document);
  const [generation, setGeneration] = useState(0);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [isMerged, setMerged] = useState(false);
  const [badRest, setBadRest] = useState<BadRest | null>(null);
  const isDirty = badRest !== null || !isSame(document, base.document);

  const show = (stored: StoredRecord, shown: Document) => {
    setBase(stored);
    setDocument(shown);
    setGeneration((number) => number + 1);
  };
  const isNewerLoaded = loaded.version !== base.version;
  const save = useMutation({
    mutationFn: async () => {
      const changed = await saveRecord(kind, id, document, base.version);
      return { changed, sent: document };
    },
    onSuccess: async ({ sent }) => {
      const stored = await queries.fetchQuery({ ...recordQuery(kind, id), staleTime: 0 });
      setConflicts([]);
      setMerged(false);
      // What was typed while it was stored is still there.
      setDocument((now) => merge(sent, now, stored.document).merged);
      setBase(stored);
      await refresh(queries);
    },
  });
  // Nothing was typed: the form shows what is stored now.
  if (isNewerLoaded && !isDirty && !save.isPending) show(loaded, loaded.document);

  const findings = useFindings(kind, document, isDirty && !isReadOnly, save.error);
  return {
    kind,
    id,
    layout,
    base,
    document,
    isDirty,
    isReadOnly,
    generation,
    findings,
    isOutdated: hasCode(save.error, "changed") || (isNewerLoaded && isDirty && !save.isPending),
    conflicts,
    isMerged,
    save,
    badRest,
    change(path, value) {
      setDocument((now) => withValue(now, path, value));
      if (!save.isPending && !hasCode(save.error, "changed")) save.reset();
    },
    replace(changed) {
      setDocument(changed);
      if (!save.isPending && !hasCode(save.error, "changed")) save.reset();
    },
    setBadRest,
    discard() {
      show(base, base.document);
      setBadRest(null);
      setConflicts([]);
      setMerged(false);
      save.reset();
    },
    async loadNewer() {
      const stored = await queries.fetchQuery({ ...recordQuery(kind, id), staleTime: 0 });
      const { merged, conflicts } = merge(base.document, document, stored.document);
      setConflicts(conflicts);
      setMerged(true);
      save.reset();
      show(stored, merged);
    },
    takeTheirs(conflict) {
      setConflicts((all) => all.filter((other) => other !== conflict));
      setDocument((now) => withValue(now, conflict.path, conflict.theirs));
      setGeneration((number) => number + 1);
    },
  };
}

/** Returns what the server finds at a path, or in what is there. */
export function findingsAt(findings: readonly Finding[], path: Path): Finding[] {
  return findings.filter(({ pointer }) => isAtOrIn(pointer, path));
}

/** What is found in what is typed, a moment after it was typed, and what the last attempt to store it was refused for. */
function useFindings(kind: RecordKind, document: Document, isOn: boolean, error: unknown): Finding[] {
  const settled = useSettled(document);
  const { data } = useQuery({
    queryKey: ["channels", "check", kind, settled],
    queryFn: ({ signal }) => checkRecord(kind, settled, signal),
    enabled: isOn,
    placeholderData: (before) => before,
  });
  return useMemo(() => {
    // The code of a finding stands behind its sentence.
    const refused = (error instanceof Problem ? error.faults : []).map(({ pointer, detail }) => ({
      pointer,
      message: detail.replace(/ \[[a-z-]+\]$/, ""),
      isError: true,
    }));
    const found = (isOn ? (data?.findings ?? []) : []).map(({ pointer, message, severity }) => ({
      pointer,
      message,
      isError: severity === "error",
    }));
    const isNew = ({ pointer, message }: Finding) =>
      !refused.some((other) => other.pointer === pointer && other.message === message);
    return [...refused, ...found.filter(isNew)];
  }, [data, error, isOn]);
}

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), CHECK_DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
