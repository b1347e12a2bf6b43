import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { call } from "../../http/call";
import { useSession } from "../../session/session";
import { useText } from "../../texts/TextsProvider";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { MenuButton } from "../../ui/MenuButton";
import { QueryState } from "../../ui/QueryState";
import { SearchField } from "../../ui/SearchField";
import { useToast } from "../../ui/Toasts";
import type { CannedReply } from "../../wire";
import { AskDialog } from "../parts/AskDialog";
import { useNodeName } from "../parts/nodes";
import { SettingsPage } from "../parts/SettingsPage";
import { SECTIONS } from "../parts/sections";
import { ReplyForm } from "./ReplyForm";
import { REPLIES, repliesQuery, replyPath } from "./replies";

type ReplyAct = { kind: "add" } | { kind: "edit" | "delete"; reply: CannedReply };

const route = getRouteApi("/signed-in/settings/replies");

/** The texts that agents have ready. */
export function RepliesPage() {
  const { search = "" } = route.useSearch();
  const text = useText();
  const { rights } = useSession();
  const [act, setAct] = useState<ReplyAct | null>(null);
  const mayChange = rights.includes("manage");
  const close = () => setAct(null);
  return (
    <SettingsPage
      section={SECTIONS.replies}
      action={
        mayChange && (
          <Button icon={MessageSquarePlus} onPress={() => setAct({ kind: "add" })}>
            {text("settings_replies_add")}
          </Button>
        )
      }
    >
      {!mayChange && <p className="soft">{text("settings_replies_read_only")}</p>}
      <Replies search={search} onAct={mayChange ? setAct : null} />
      {act?.kind === "add" && <ReplyForm onClose={close} />}
      {act?.kind === "edit" && <ReplyForm reply={act.reply} onClose={close} />}
      {act?.kind === "delete" && <DeleteReply reply={act.reply} onClose={close} />}
    </SettingsPage>
  );
}

function Replies({ search, onAct }: { search: string; onAct: ((act: ReplyAct) => void) | null }) {
  const text = useText();
  const navigate = useNavigate();
  const query = useQuery(repliesQuery);
  return (
    <QueryState query={query}>
      {(replies) => {
        if (replies.length === 0)
          return (
            <Empty icon={MessageSquarePlus} title={text("settings_replies_none")}>
              {text("settings_replies_none_hint")}
            </Empty>
          );
        const found = replies.filter((reply) => isFound(reply, search));
        return (
          <>
            <SearchField
              label={text("settings_replies_search")}
              value={search}
              onChange={(changed) =>
                void navigate({
                  to: "/settings/replies",
                  search: changed ? { search: changed } : {},
                  replace: true,
                })
              }
            />
            {found.length === 0 && <p className="soft">{text("settings_replies_not_found")}</p>}
            <ul className="rows">
              {found.map((reply) => (
                <ReplyRow key={`${reply.node_id} ${reply.id}`} reply={reply} onAct={onAct} />
              ))}
            </ul>
          </>
        );
      }}
    </QueryState>
  );
}

function isFound({ id, title, body }: CannedReply, search: string): boolean {
  const words = search.toLocaleLowerCase().split(/\s+/);
  const all = `${id} ${title} ${body}`.toLocaleLowerCase();
  return words.every((word) => all.includes(word));
}

function ReplyRow({ reply, onAct }: { reply: CannedReply; onAct: ((act: ReplyAct) => void) | null }) {
  const text = useText();
  const nodeName = useNodeName();
  const { id, node_id, title, body } = reply;
  return (
    <li className="row">
      <div className="row__main">
        <p className="row__title">
          <bdi>{title}</bdi>
          <Badge>{node_id === null ? text("settings_all_nodes") : <bdi>{nodeName(node_id)}</bdi>}</Badge>
        </p>
        <p className="settings__clamp" dir="auto">
          {body}
        </p>
        <p className="small soft">
          <bdi dir="ltr">:{id}</bdi>
        </p>
      </div>
      {onAct && (
        <MenuButton
          label={text("settings_acts_for", { name: title })}
          items={[
            { id: "edit", label: text("settings_edit"), onAction: () => onAct({ kind: "edit", reply }) },
            {
              id: "delete",
              label: text("settings_delete"),
              isDanger: true,
              onAction: () => onAct({ kind: "delete", reply }),
            },
          ]}
        />
      )}
    </li>
  );
}

function DeleteReply({ reply: { id, title }, onClose }: { reply: CannedReply; onClose: () => void }) {
  const text = useText();
  const toast = useToast();
  return (
    <AskDialog
      title={text("settings_replies_delete_title", { title })}
      confirmLabel={text("settings_delete")}
      isDanger
      act={{ call: () => call("DELETE", replyPath(id)), changes: [REPLIES] }}
      onDone={() => {
        toast({ text: text("settings_replies_deleted", { title }) });
        onClose();
      }}
      onCancel={onClose}
    >
      <p>{text("settings_replies_delete_hint")}</p>
    </AskDialog>
  );
}
