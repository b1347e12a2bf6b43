import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { ProblemNote } from "../ui/ProblemNote";
import { useToast } from "../ui/Toasts";
import type { ListedRecord } from "../wire";
import { type RecordKind, refresh, restoreRevision, revisionsQuery, versionOf } from "./records";
import type { Access } from "./useAccess";

/** What is to be known before one changes a record: that one may not, that files have it, that it is archived. */
export function RecordNotes({
  kind,
  listed,
  access,
}: {
  kind: RecordKind;
  listed: ListedRecord;
  access: Access;
}) {
  const text = useText();
  return (
    <>
      {access === "no_right" && <p className="note channels-quiet">{text("channels_read_only_right")}</p>}
      {access === "files_only" && <p className="note channels-quiet">{text("channels_read_only_files")}</p>}
      {access === "full" && listed.owner === "files" && !listed.archived && (
        <p className="small soft channels-from-files">{text("channels_from_files")}</p>
      )}
      {listed.archived && <ArchivedNote kind={kind} listed={listed} canChange={access === "full"} />}
    </>
  );
}

function ArchivedNote({
  kind,
  listed: { id, revision },
  canChange,
}: {
  kind: RecordKind;
  listed: ListedRecord;
  canChange: boolean;
}) {
  const text = useText();
  const toast = useToast();
  const queries = useQueryClient();
  const { data } = useQuery(revisionsQuery(kind, id));
  const last = data?.items.find(({ archived }) => !archived);
  const restore = useMutation({
    mutationFn: async (number: number) => {
      await restoreRevision(kind, id, number, versionOf(revision));
      await refresh(queries);
    },
    onSuccess: (_, number) => toast({ text: text("channels_restored", { number }) }),
  });
  return (
    <div className="note note--hint channels-note">
      <p>{text("channels_is_archived")}</p>
      <ProblemNote error={restore.error} />
      {canChange && last && (
        <div className="actions">
          <Button kind="secondary" isBusy={restore.isPending} onPress={() => restore.mutate(last.revision)}>
            {text("channels_unarchive")}
          </Button>
        </div>
      )}
    </div>
  );
}
