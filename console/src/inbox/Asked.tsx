import { useQueryClient } from "@tanstack/react-query";
import { useText } from "../texts/TextsProvider";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { AssignPicker } from "./AssignPicker";
import { chatQuery } from "./chat";
import { findItem } from "./list";
import { SnoozePicker } from "./SnoozePicker";
import { TagPicker } from "./TagPicker";
import type { Acts } from "./useActs";

/** The commands that ask for something first. */
export type Asking = "assign" | "snooze" | "tag" | "block";

interface Props {
  command: Asking;
  ids: readonly string[];
  acts: Acts;
  onDone: (isOfMany: boolean) => void;
}

/** The dialog of a command, which then carries it out in one chat or in many. */
export function Asked({ command, ids, acts, onDone }: Props) {
  const text = useText();
  const queries = useQueryClient();
  const [id = ""] = ids;
  const isMany = ids.length > 1;
  const chat = queries.getQueryData(chatQuery(id).queryKey);
  const item = findItem(queries, id);
  const node = chat?.node.id ?? item?.node_id ?? "";
  const cancel = () => onDone(false);
  const done = () => onDone(isMany);
  switch (command) {
    case "assign":
      return (
        <AssignPicker
          node={node}
          assignee={isMany ? undefined : (chat ?? item)?.assigned_to}
          onClose={cancel}
          onChoose={(name) => {
            void (isMany
              ? acts.runInMany(ids, { kind: "assign", name })
              : acts.run(id, { kind: "assign", name }));
            done();
          }}
        />
      );
    case "snooze":
      return (
        <SnoozePicker
          isSnoozed={!isMany && Boolean((chat ?? item)?.snoozed_until)}
          onClose={cancel}
          onChoose={(until) => {
            void (isMany ? acts.runInMany(ids, { kind: "snooze", until }) : acts.snooze(id, until));
            done();
          }}
        />
      );
    case "tag":
      return (
        <TagPicker
          node={node}
          tags={isMany ? [] : ((chat ?? item)?.tags ?? [])}
          onClose={cancel}
          onChoose={(change) => {
            void (isMany ? acts.runInMany(ids, { kind: "tag", ...change }) : acts.tag(id, change));
            done();
          }}
        />
      );
    case "block":
      return (
        <ConfirmDialog
          title={text("inbox_block_title")}
          confirmLabel={text("inbox_block")}
          isDanger
          onConfirm={() => acts.run(id, { kind: "block_sender" }).then(done)}
          onCancel={cancel}
        >
          {text("inbox_block_hint")}
        </ConfirmDialog>
      );
  }
}
