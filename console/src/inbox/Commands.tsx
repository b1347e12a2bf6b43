import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, type RefObject, useContext, useMemo, useRef, useState } from "react";
import { useKeys } from "../keys";
import { useSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { AssignPicker } from "./AssignPicker";
import { chatQuery } from "./chat";
import { findItem } from "./list";
import { SnoozePicker } from "./SnoozePicker";
import { TagPicker } from "./TagPicker";
import { type Acts, useActs } from "./useActs";
import type { ChatList } from "./useChatList";

export type Command =
  | "claim"
  | "assign"
  | "accept"
  | "close"
  | "reopen"
  | "snooze"
  | "tag"
  | "block"
  | "read";

/** The commands that ask for something first. */
type Asking = "assign" | "snooze" | "tag" | "block";

/** Begins a reply, a note, or the choice of a prepared text. */
export type BeginWriting = (what: "reply" | "note" | "canned") => void;

interface State {
  acts: Acts;
  /** Carries a command out in chats, perhaps after asking. */
  run: (command: Command, ids: readonly string[]) => void;
  /** Where the open chat puts what begins to write in it. */
  writing: RefObject<BeginWriting | null>;
}

const CommandsContext = createContext<State | null>(null);

/** Returns what carries out commands in chats. */
export function useCommands(): State {
  const state = useContext(CommandsContext);
  if (!state) throw new Error("Commands are of the inbox.");
  return state;
}

interface Props {
  list: ChatList;
  openId: string | undefined;
  onCloseChat: () => void;
  children: ReactNode;
}

/** What can be done with chats, by buttons and keys, with the dialogs that ask for more. */
export function Commands({ list, openId, onCloseChat, children }: Props) {
  const acts = useActs();
  const writing = useRef<BeginWriting>(null);
  const [asked, setAsked] = useState<{ command: Asking; ids: readonly string[] } | null>(null);
  const { clear } = list;
  const state = useMemo(() => {
    const run = (command: Command, ids: readonly string[]) => {
      const [id] = ids;
      if (id === undefined) return;
      if (command === "assign" || command === "snooze" || command === "tag" || command === "block")
        return setAsked({ command, ids });
      if (command === "close" && ids.length === 1) return void acts.close(id);
      if (command === "accept" || command === "reopen" || (command === "claim" && ids.length === 1))
        return void acts.run(id, { kind: command });
      void acts.runInMany(ids, { kind: command }).then((isDone) => isDone && clear());
    };
    return { acts, run, writing };
  }, [acts, clear]);
  useInboxKeys({ list, openId, onCloseChat, state });
  return (
    <CommandsContext value={state}>
      {children}
      {asked && (
        <Asked
          {...asked}
          acts={acts}
          onDone={(isOfMany) => {
            setAsked(null);
            if (isOfMany) clear();
          }}
        />
      )}
    </CommandsContext>
  );
}

interface AskedProps {
  command: Asking;
  ids: readonly string[];
  acts: Acts;
  onDone: (isOfMany: boolean) => void;
}

function Asked({ command, ids, acts, onDone }: AskedProps) {
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

function useInboxKeys({ list, openId, onCloseChat, state }: Omit<Props, "children"> & { state: State }) {
  const mayWrite = useSession().rights.includes("chat");
  const { activeId } = list;
  const goBack = () => {
    if (list.selected.length > 0) list.clear();
    else if (openId !== undefined) onCloseChat();
  };
  useKeys("inbox_keys_list", [
    { keys: "j", text: "inbox_key_next", run: () => list.move(1) },
    { keys: "k", text: "inbox_key_previous", run: () => list.move(-1) },
    { keys: "Enter", text: "inbox_key_open", run: () => activeId !== undefined && list.open(activeId) },
    { keys: "Escape", text: "inbox_key_back", run: goBack },
    {
      keys: "x",
      text: "inbox_key_select",
      run: () => activeId !== undefined && list.toggle(activeId),
      isOff: !mayWrite,
    },
  ]);
  const targets = list.selected.length > 0 ? list.selected : activeId !== undefined ? [activeId] : [];
  const run = (command: Command) => () => state.run(command, targets);
  const write = (what: Parameters<BeginWriting>[0]) => () => state.writing.current?.(what);
  const openChat = () => {
    const [id] = targets;
    const item = list.items.find(({ feedback_id }) => feedback_id === id);
    state.run(item?.status === "queued" ? "accept" : "reopen", targets.slice(0, 1));
  };
  const isOff = !mayWrite || targets.length === 0;
  const isNotOpen = !mayWrite || openId === undefined;
  useKeys("inbox_keys_chat", [
    { keys: "r", text: "inbox_reply", run: write("reply"), isOff: isNotOpen },
    { keys: "n", text: "inbox_note", run: write("note"), isOff: isNotOpen },
    { keys: ":", text: "inbox_canned", run: write("canned"), isOff: isNotOpen },
    { keys: "a", text: "inbox_assign", run: run("assign"), isOff },
    { keys: "c", text: "inbox_claim", run: run("claim"), isOff },
    { keys: "e", text: "inbox_close", run: run("close"), isOff },
    { keys: "o", text: "inbox_reopen", run: openChat, isOff },
    { keys: "t", text: "inbox_tag", run: run("tag"), isOff },
    { keys: "z", text: "inbox_snooze", run: run("snooze"), isOff },
  ]);
}
