import { useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session";
import type { ListedRecord } from "../wire";
import { isFilesOnlyQuery, type RecordKind, type StoredRecord } from "./records";

/** What somebody may do with a record. */
export type Access = "full" | "no_right" | "files_only" | "unknown";

/** Returns what one may do with a record; `unknown` until the server has said whether it takes changes. */
export function useAccess(kind: RecordKind, { id, owner }: ListedRecord, stored: StoredRecord): Access {
  const mayEdit = useSession().rights.includes("edit");
  const isOfFiles = owner === "files";
  const { data, isError } = useQuery({
    ...isFilesOnlyQuery(kind, id, stored.document),
    enabled: mayEdit && isOfFiles,
  });
  if (!mayEdit) return "no_right";
  if (!isOfFiles || data === false || isError) return "full";
  return data === true ? "files_only" : "unknown";
}
