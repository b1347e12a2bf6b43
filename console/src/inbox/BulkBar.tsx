import { CheckCheck, CircleCheck, Clock, Hand, Tag, UserPlus, X } from "lucide-react";
import { useText } from "../texts/TextsProvider";
import { IconButton } from "../ui/IconButton";
import { useCommands } from "./Commands";
import type { ChatList } from "./useChatList";

/** What can be done with the selected chats. */
export function BulkBar({ list }: { list: ChatList }) {
  const text = useText();
  const { run } = useCommands();
  const { selected, clear } = list;
  return (
    <div
      className="inbox-bulk"
      role="toolbar"
      aria-label={text("inbox_selected", { count: selected.length })}
    >
      <p className="inbox-bulk__count" role="status">
        {text("inbox_selected", { count: selected.length })}
      </p>
      <IconButton icon={Hand} label={text("inbox_claim")} keys="c" onPress={() => run("claim", selected)} />
      <IconButton
        icon={UserPlus}
        label={text("inbox_assign")}
        keys="a"
        onPress={() => run("assign", selected)}
      />
      <IconButton icon={Tag} label={text("inbox_tag")} keys="t" onPress={() => run("tag", selected)} />
      <IconButton
        icon={Clock}
        label={text("inbox_snooze")}
        keys="z"
        onPress={() => run("snooze", selected)}
      />
      <IconButton icon={CheckCheck} label={text("inbox_mark_read")} onPress={() => run("read", selected)} />
      <IconButton
        icon={CircleCheck}
        label={text("inbox_close")}
        keys="e"
        onPress={() => run("close", selected)}
      />
      <IconButton icon={X} label={text("inbox_select_none")} keys="Escape" onPress={clear} />
    </div>
  );
}
