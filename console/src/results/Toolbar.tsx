import { Download, Printer, RotateCw } from "lucide-react";
import { callAddress } from "../basics/page";
import { type Filter, filterParameters } from "../filter/filter";
import { useSession } from "../session/session";
import { useText, useTimeFormat } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { IconButton } from "../ui/IconButton";
import { LinkButton } from "../ui/LinkButton";
import { MenuButton } from "../ui/MenuButton";
import { canCompare } from "./search";

interface Props {
  filter: Filter;
  isCompared: boolean;
  onCompare: (isCompared: boolean) => void;
  /** When the figures are from. */
  updatedAt: number;
  /** Whether feedback has come that is not in them. */
  hasNew: boolean;
  onRefresh: () => void;
  onPrint: () => void;
}

const MINUTE = { timeStyle: "short" } as const;

/** What can be done with the results: compare them, see their feedback, take them along. */
export function Toolbar({ filter, isCompared, onCompare, updatedAt, hasNew, onRefresh, onPrint }: Props) {
  const text = useText();
  const time = useTimeFormat(MINUTE);
  const canExport = useSession().rights.includes("export");
  return (
    <div className="results-toolbar">
      <Checkbox
        label={text("results_compare")}
        isSelected={isCompared && canCompare(filter)}
        isDisabled={!canCompare(filter)}
        onChange={onCompare}
      />
      <p className="results-toolbar__time soft small" role="status">
        {updatedAt > 0 && text(hasNew ? "results_new_answers" : "results_as_of", { time: time(updatedAt) })}
      </p>
      <IconButton icon={RotateCw} label={text("results_refresh")} onPress={onRefresh} />
      <div className="results-toolbar__actions">
        <LinkButton kind="secondary" size="small" to="/feedback" search={filter}>
          {text("results_show_feedback")}
        </LinkButton>
        {canExport && (
          <MenuButton
            label={text("results_export")}
            icon={Download}
            size="small"
            items={FORMATS.map(([format, name]) => ({
              id: format,
              label: name,
              onAction: () => downloadExport(filter, format),
            }))}
          >
            {text("results_export")}
          </MenuButton>
        )}
        <Button kind="secondary" size="small" icon={Printer} onPress={onPrint}>
          {text("results_print")}
        </Button>
      </div>
    </div>
  );
}

/** Formats of files by the names of their makers. */
const FORMATS = [
  ["xlsx", "Excel (XLSX)"],
  ["csv", "CSV"],
  ["ndjson", "NDJSON"],
  ["parquet", "Parquet"],
] as const;

/** Lets the browser store the feedback that the filter chooses, as the server writes it. */
function downloadExport(filter: Filter, format: string): void {
  const parameters = filterParameters(filter);
  parameters.set("format", format);
  if (format !== "ndjson") {
    parameters.set("header", "texts");
    parameters.set("values", "texts");
  }
  if (format === "csv") parameters.set("bom", "true");
  const link = document.createElement("a");
  link.href = callAddress(`/v1/staff/feedbacks/export?${parameters}`);
  link.download = "";
  link.click();
}
