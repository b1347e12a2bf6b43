import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Problem } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { Section } from "../ui/Section";
import { useToast } from "../ui/Toasts";
import type { ListedRecord } from "../wire";
import { archiveRecord, type RecordKind, refresh, versionOf } from "./records";

interface Props {
  kind: RecordKind;
  listed: ListedRecord;
  name: string;
  /** Of a node: the widgets that take part, which are archived with it. */
  widgets: readonly ListedRecord[];
  isDirty: boolean;
  /** What has to be done before the page is left. */
  onArchived: () => void;
}

/** Takes a record out of use. What depends on it is named first. */
export function ArchiveSection({ kind, listed, name, widgets, isDirty, onArchived }: Props) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  const isNode = kind === "nodes";
  return (
    <Section
      title={text("channels_archive")}
      hint={text(isNode ? "channels_archive_section_node" : "channels_archive_section_widget")}
    >
      <div className="actions">
        <Button kind="danger" onPress={() => setAsking(true)}>
          {text("channels_archive")}
        </Button>
      </div>
      {isAsking && (
        <ArchiveDialog
          kind={kind}
          listed={listed}
          name={name}
          widgets={widgets}
          isDirty={isDirty}
          onArchived={onArchived}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}

function ArchiveDialog({
  kind,
  listed,
  name,
  widgets,
  isDirty,
  onArchived,
  onClose,
}: Props & { onClose: () => void }) {
  const text = useText();
  const toast = useToast();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [others, setOthers] = useState<string | null>(null);
  const archive = async () => {
    try {
      for (const { id, revision } of widgets) await archiveRecord("widgets", id, versionOf(revision));
      await archiveRecord(kind, listed.id, versionOf(listed.revision));
    } catch (error) {
      // It names what else depends on the record, as far as one may see it.
      setOthers(error instanceof Problem && error.code === "record_in_use" ? error.detail : null);
      await refresh(queries);
      throw error;
    }
    onArchived();
    await refresh(queries);
    toast({ text: text("channels_archive_done", { name }) });
    await navigate({ to: "/channels", ignoreBlocker: true });
  };
  return (
    <ConfirmDialog
      title={text("channels_archive_title", { name })}
      confirmLabel={text(widgets.length > 0 ? "channels_archive_all" : "channels_archive")}
      isDanger
      onConfirm={archive}
      onCancel={onClose}
    >
      {kind === "nodes" && (
        <p>{text(widgets.length > 0 ? "channels_archive_depends" : "channels_archive_none")}</p>
      )}
      {widgets.length > 0 && (
        <ul className="channels-depends">
          {widgets.map(({ id, title }) => (
            <li key={id}>
              <bdi>{title ?? id}</bdi> <span className="soft">{id}</span>
            </li>
          ))}
        </ul>
      )}
      {others !== null && <p lang="en">{others}</p>}
      <p>{text(kind === "nodes" ? "channels_archive_section_node" : "channels_archive_section_widget")}</p>
      {isDirty && <p>{text("channels_archive_unsaved")}</p>}
    </ConfirmDialog>
  );
}
