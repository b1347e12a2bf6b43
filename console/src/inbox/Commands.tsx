import { createContext, type ReactNode, type RefObject, useContext, useMemo, useRef, useState } from "react";
import { useKeys } from "../keys";
import { useSession } from "../session/session";
import { latePart } from "../ui/latePart";
import type { Asking } from "./Asked";
import { type Acts, useActs } from "./useActs";
import type { ChatList } from "./useChatList";

const Asked = latePart(async () => (await import("./Asked")).Asked);

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
          onFail={() => setAsked(null)}
        />
      )}
    </CommandsContext>
  );
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
