import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Archive, Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { callAddress } from "../basics/page";
import { FILTER_PARTS, filterOf, hasPart } from "../filter/filter";
import { PART_TEXTS, useFilterWords } from "../filter/useFilterWords";
import { call } from "../http/call";
import { useText, useTimeFormat } from "../texts/TextsProvider";
import { useSizeFormat } from "../texts/useSizeFormat";
import { Badge } from "../ui/Badge";
import { buttonClass } from "../ui/buttonClass";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { Empty } from "../ui/Empty";
import { IconButton } from "../ui/IconButton";
import { LinkButton } from "../ui/LinkButton";
import { PageTitle } from "../ui/PageTitle";
import { QueryState } from "../ui/QueryState";
import { Table } from "../ui/Table";
import type { KeptExport } from "../wire";
import { FORMAT_TEXTS } from "./ExportDialog";
import { exportsQuery } from "./feedbackQueries";
import "../styles/feedback.css";

const STATES = {
  queued: ["feedback_exports_queued", "neutral"],
  running: ["feedback_exports_running", "accent"],
  done: ["feedback_exports_done", "success"],
  failed: ["feedback_exports_failed", "danger"],
} as const;

const PROBLEMS = {
  too_many_columns: "feedback_exports_too_many_columns",
  too_large: "feedback_exports_too_large",
  no_room: "feedback_exports_no_room",
  failed: "feedback_exports_broken",
} as const;

/** The exports that the server keeps for the reader. */
export function ExportsPage() {
  const text = useText();
  const query = useQuery(exportsQuery);
  return (
    <div className="feedback-exports">
      <div className="feedback__column">
        <Link to="/feedback" className="link">
          {text("feedback_back_to_list")}
        </Link>
        <PageTitle title={text("feedback_exports")} />
        <QueryState query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty
                icon={Archive}
                title={text("feedback_exports_empty")}
                action={<LinkButton to="/feedback">{text("feedback_exports_empty_action")}</LinkButton>}
              >
                {text("feedback_exports_empty_hint")}
              </Empty>
            ) : (
              <ExportTable items={items} />
            )
          }
        </QueryState>
      </div>
    </div>
  );
}

function ExportTable({ items }: { items: KeptExport[] }) {
  const text = useText();
  const day = useTimeFormat();
  const [removed, setRemoved] = useState<KeptExport | null>(null);
  const queries = useQueryClient();
  const nameOf = ({ format, requested_at }: KeptExport) =>
    `${text(FORMAT_TEXTS[format])}, ${day(requested_at)}`;
  return (
    <>
      <Table
        label={text("feedback_exports")}
        columns={[
          { id: "file", label: text("feedback_exports_file") },
          { id: "filter", label: text("feedback_exports_filter") },
          { id: "state", label: text("feedback_exports_state") },
          { id: "size", label: text("feedback_exports_size"), align: "end" },
          { id: "expires", label: text("feedback_exports_expires") },
          { id: "actions", label: text("feedback_exports_actions") },
        ]}
        rows={items.map((item) => ({
          id: item.id,
          cells: [
            nameOf(item),
            <ExportFilter key="filter" item={item} />,
            <ExportState key="state" item={item} />,
            <ExportSize key="size" item={item} />,
            item.finished_at === null ? "" : day(item.expires_at),
            <span key="actions" className="feedback-exports__actions">
              {item.state === "done" && (
                <a
                  className={buttonClass({ kind: "quiet", size: "small" })}
                  href={callAddress(`/v1/staff/exports/${encodeURIComponent(item.id)}/file`)}
                  download
                  aria-label={text("feedback_exports_download", { file: nameOf(item) })}
                >
                  <Download className="icon" aria-hidden />
                </a>
              )}
              <IconButton
                icon={Trash2}
                kind="danger"
                label={text("feedback_exports_remove", { file: nameOf(item) })}
                onPress={() => setRemoved(item)}
              />
            </span>,
          ],
        }))}
      />
      {removed && (
        <ConfirmDialog
          title={text("feedback_exports_remove_title")}
          confirmLabel={text("remove")}
          isDanger
          onCancel={() => setRemoved(null)}
          onConfirm={async () => {
            await call("DELETE", `/v1/staff/exports/${encodeURIComponent(removed.id)}`);
            await queries.invalidateQueries(exportsQuery);
            setRemoved(null);
          }}
        >
          {text("feedback_exports_remove_hint")}
        </ConfirmDialog>
      )}
    </>
  );
}

/** What was exported, as words that lead to the list. */
function ExportFilter({ item }: { item: KeptExport }) {
  const text = useText();
  const filter = filterOf(item.parameters);
  const words = useFilterWords(filter);
  const parts = FILTER_PARTS.filter((part) => hasPart(filter, part));
  return (
    <Link to="/feedback" search={filter} className="link">
      {parts.length === 0
        ? text("feedback_exports_everything")
        : parts.map((part) => `${text(PART_TEXTS[part])}: ${words(part)}`).join(" · ")}
    </Link>
  );
}

function ExportState({ item: { state, problem } }: { item: KeptExport }) {
  const text = useText();
  const [name, tone] = STATES[state];
  return (
    <>
      <Badge tone={tone}>{text(name)}</Badge>
      {problem && <p className="small">{text(PROBLEMS[problem])}</p>}
    </>
  );
}

function ExportSize({ item: { bytes, feedbacks } }: { item: KeptExport }) {
  const text = useText();
  const size = useSizeFormat();
  return (
    <>
      {size(bytes)}
      <span className="soft small feedback-exports__count">
        {text("feedback_total", { count: feedbacks })}
      </span>
    </>
  );
}
