import { useState } from "react";
import { call } from "../../http/call";
import { useText, useTimeFormat } from "../../texts/TextsProvider";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { QueryState } from "../../ui/QueryState";
import { useToast } from "../../ui/Toasts";
import type { RecordRevision } from "../../wire";
import { AskDialog } from "../parts/AskDialog";
import { MoreButton, usePages } from "../parts/pages";
import { CONNECTOR, CONNECTORS, connectorPath, REVISIONS } from "./connectors";

/** The revisions of a connector, of which an earlier one can be the newest again. */
export function Revisions({ id, version }: { id: string; version: string }) {
  const text = useText();
  const toast = useToast();
  const formatTime = useTimeFormat();
  const pages = usePages<RecordRevision>(REVISIONS, `${connectorPath(id)}/revisions`);
  const [restored, setRestored] = useState<number | null>(null);
  const newest = pages.data?.[0];
  return (
    <section className="settings__part" aria-labelledby="revisions">
      <h2 className="section__title" id="revisions">
        {text("settings_revisions")}
      </h2>
      <QueryState query={pages}>
        {(revisions) => (
          <>
            <ul className="rows">
              {revisions.map(({ revision, created_at, author, note, archived }) => (
                <li className="row" key={revision}>
                  <div className="row__main">
                    <p className="row__title">
                      {text("settings_revision", { number: revision })}
                      {revision === newest?.revision && (
                        <Badge tone="accent">{text("settings_revision_newest")}</Badge>
                      )}
                      {archived && <Badge>{text("settings_archived")}</Badge>}
                    </p>
                    {note && (
                      <p className="small settings__wrap" dir="auto">
                        {note}
                      </p>
                    )}
                    <p className="small soft">
                      {text("settings_changed_by", { time: formatTime(created_at), name: author })}
                    </p>
                  </div>
                  {!archived && (revision !== newest?.revision || newest.archived) && (
                    <Button
                      kind="secondary"
                      size="small"
                      label={text("settings_revision_restore_label", { number: revision })}
                      onPress={() => setRestored(revision)}
                    >
                      {text("settings_revision_restore")}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            <MoreButton pages={pages} />
          </>
        )}
      </QueryState>
      {restored !== null && (
        <AskDialog
          title={text("settings_revision_restore_title", { number: restored })}
          confirmLabel={text("settings_revision_restore")}
          act={{
            call: () =>
              call("POST", `${connectorPath(id)}/revisions/${restored}/restore`, undefined, {
                ifMatch: version,
              }),
            changes: [CONNECTORS, CONNECTOR, REVISIONS],
          }}
          onDone={() => {
            toast({ text: text("settings_revision_restored", { number: restored }) });
            setRestored(null);
          }}
          onCancel={() => setRestored(null)}
        >
          <p>{text("settings_revision_restore_hint")}</p>
        </AskDialog>
      )}
    </section>
  );
}
