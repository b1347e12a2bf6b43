import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, X } from "lucide-react";
import { AnswerList } from "../answers/AnswerList";
import { useSession } from "../session/session";
import { useLanguage, useText, useTimeFormat } from "../texts/TextsProvider";
import { Avatar } from "../ui/Avatar";
import { Badge } from "../ui/Badge";
import { Button } from "../ui/Button";
import { IconButton } from "../ui/IconButton";
import type { StaffChat } from "../wire";
import { useCommands } from "./Commands";
import { feedbackQuery } from "./chat";
import { customerName, shortId } from "./people";
import type { InboxSearch } from "./search";

interface Props {
  chat: StaffChat;
  search: InboxSearch;
  onClose: () => void;
}

/** Who the customer is, and what they have answered. */
export function PersonPanel({ chat, search, onClose }: Props) {
  const text = useText();
  const name = customerName(chat.creator, chat.feedback_id, text);
  const feedback = useQuery(feedbackQuery(chat.feedback_id)).data;
  return (
    <aside className="inbox__person" aria-label={text("inbox_person")}>
      <div className="inbox-person__head">
        <Avatar name={name} size={44} />
        <div className="inbox-person__who">
          <p className="inbox-person__name">
            <bdi>{name}</bdi>
          </p>
          {feedback && (
            <Badge tone={feedback.customer_verified ? "success" : "neutral"}>
              {text(feedback.customer_verified ? "inbox_verified" : "inbox_not_verified")}
            </Badge>
          )}
        </div>
        <span className="inbox-person__close">
          <IconButton icon={X} label={text("inbox_person_close")} onPress={onClose} />
        </span>
      </div>
      {(chat.is_device_blocked || chat.is_address_blocked) && (
        <p>
          <Badge tone="danger">{text("inbox_is_blocked")}</Badge>
        </p>
      )}
      <Tags chat={chat} search={search} />
      <Answers chat={chat} />
      <Facts chat={chat} origin={feedback?.origin_url ?? null} reference={feedback?.reference ?? null} />
    </aside>
  );
}

function Tags({ chat, search }: { chat: StaffChat; search: InboxSearch }) {
  const text = useText();
  const { run } = useCommands();
  const mayWrite = useSession().rights.includes("chat");
  return (
    <section className="inbox-person__part">
      <h3 className="inbox-person__title">{text("inbox_tags")}</h3>
      <div className="inbox-person__tags">
        {chat.tags.map((tag) => (
          <Link
            key={tag}
            to="/inbox/$feedback"
            params={{ feedback: chat.feedback_id }}
            search={{ ...search, tag }}
            className="inbox-person__tag"
            title={text("inbox_tag_filter", { tag })}
          >
            <bdi>{tag}</bdi>
          </Link>
        ))}
        {mayWrite && (
          <Button kind="quiet" size="small" icon={Plus} onPress={() => run("tag", [chat.feedback_id])}>
            {text("inbox_tag")}
          </Button>
        )}
      </div>
    </section>
  );
}

function Answers({ chat }: { chat: StaffChat }) {
  const text = useText();
  return (
    <section className="inbox-person__part">
      <h3 className="inbox-person__title">{text("inbox_answers")}</h3>
      <AnswerList answers={chat.responses} />
      <Link to="/feedback/$id" params={{ id: chat.feedback_id }} className="link">
        {text("inbox_to_feedback")}
      </Link>
    </section>
  );
}

function Facts({
  chat,
  origin,
  reference,
}: {
  chat: StaffChat;
  origin: string | null;
  reference: string | null;
}) {
  const text = useText();
  const format = useTimeFormat();
  const { language } = useLanguage();
  const facts: [string, string | null][] = [
    [text("inbox_began"), format(chat.created_at)],
    [text("inbox_node"), chat.node.name ?? chat.node.id],
    [text("inbox_language"), languageName(chat.creator_language_code, language)],
    [text("inbox_page"), origin],
    [text("inbox_reference"), reference],
    [text("inbox_device"), shortId(chat.device_id)],
    [text("inbox_id"), chat.feedback_id],
  ];
  return (
    <section className="inbox-person__part">
      <h3 className="inbox-person__title">{text("inbox_details")}</h3>
      <dl className="inbox-person__facts">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt className="small soft">{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function languageName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: "language" }).of(code) ?? code;
  } catch {
    // Of no language that there is.
    return code;
  }
}
