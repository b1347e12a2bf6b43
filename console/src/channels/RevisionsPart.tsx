import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useText, useTimeFormat } from "../texts/TextsProvider";
import { Badge } from "../ui/Badge";
import { Button } from "../ui/Button";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { Disclosure } from "../ui/Disclosure";
import { QueryState } from "../ui/QueryState";
import { useToast } from "../ui/Toasts";
import type { RecordRevision } from "../wire";
import { ChangesTable } from "./ChangesTable";
import type { Layout } from "./fields";
import {
  type RecordKind,
  refresh,
  restoreRevision,
  revisionQuery,
  revisionsQuery,
  versionOf,
} from "./records";

interface Props {
  kind: RecordKind;
  id: string;
  layout: Layout;
  canChange: boolean;
}

/** All that a record was, newest first, what each has changed, and the way back. */
export function RevisionsPart({ kind, id, layout, canChange }: Props) {
  const text = useText();
  const formatTime = useTimeFormat();
  const revisions = useQuery(revisionsQuery(kind, id));
  const [wanted, setWanted] = useState<number | null>(null);
  return (
    <QueryState query={revisions}>
      {({ items }) => {
        const newest = items[0]?.revision ?? 0;
        return (
          <>
            <ol className="channels-revisions" reversed>
              {items.map((item, at) => (
                <li key={item.revision} className="channels-revision">
                  <div className="channels-revision__row">
                    <div>
                      <h2 className="channels-revision__title">
                        {text("channels_revision", { number: String(item.revision) })}
                        {item.revision === newest && <Badge tone="accent">{text("channels_newest")}</Badge>}
                        {item.archived && <Badge>{text("channels_archived")}</Badge>}
                      </h2>
                      <p className="small soft">
                        <bdi>
                          {text("channels_by_at", { author: item.author, time: formatTime(item.created_at) })}
                        </bdi>
                      </p>
                      {item.note && <p dir="auto">{item.note}</p>}
                    </div>
                    {canChange && item.revision !== newest && (
                      <Button
                        kind="secondary"
                        label={text("channels_restore_revision", { number: String(item.revision) })}
                        onPress={() => setWanted(item.revision)}
                      >
                        {text("channels_restore")}
                      </Button>
                    )}
                  </div>
                  <RevisionChanges kind={kind} id={id} layout={layout} item={item} before={items[at + 1]} />
                </li>
              ))}
            </ol>
            {wanted !== null && (
              <RestoreDialog
                kind={kind}
                id={id}
                layout={layout}
                newest={newest}
                wanted={wanted}
                onClose={() => setWanted(null)}
              />
            )}
          </>
        );
      }}
    </QueryState>
  );
}

function RevisionChanges({
  kind,
  id,
  layout,
  item,
  before,
}: Pick<Props, "kind" | "id" | "layout"> & { item: RecordRevision; before: RecordRevision | undefined }) {
  const text = useText();
  if (!before)
    return item.revision === 1 ? <p className="small soft">{text("channels_first_revision")}</p> : null;
  return (
    <Disclosure title={text("channels_changes")}>
      <Difference kind={kind} id={id} layout={layout} from={before.revision} to={item.revision} />
    </Disclosure>
  );
}

function Difference({
  kind,
  id,
  layout,
  from,
  to,
}: Pick<Props, "kind" | "id" | "layout"> & { from: number; to: number }) {
  const text = useText();
  const before = useQuery(revisionQuery(kind, id, from));
  const after = useQuery(revisionQuery(kind, id, to));
  return (
    <QueryState query={before}>
      {(one) => (
        <QueryState query={after}>
          {(other) => (
            <ChangesTable before={one} after={other} layout={layout} label={text("channels_changes")} />
          )}
        </QueryState>
      )}
    </QueryState>
  );
}

function RestoreDialog({
  kind,
  id,
  layout,
  newest,
  wanted,
  onClose,
}: Omit<Props, "canChange"> & { newest: number; wanted: number; onClose: () => void }) {
  const text = useText();
  const toast = useToast();
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title={text("channels_restore_title", { number: String(wanted) })}
      confirmLabel={text("channels_restore")}
      onConfirm={async () => {
        await restoreRevision(kind, id, wanted, versionOf(newest));
        await refresh(queries);
        toast({ text: text("channels_restored", { number: String(wanted) }) });
        onClose();
      }}
      onCancel={onClose}
    >
      <p>{text("channels_restore_hint")}</p>
      <Difference kind={kind} id={id} layout={layout} from={newest} to={wanted} />
    </ConfirmDialog>
  );
}
