import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { flowsQuery } from "../answers/records";
import { callAddress } from "../basics/page";
import type { Filter } from "../filter/filter";
import { call } from "../http/call";
import { hasCode } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { buttonClass } from "../ui/buttonClass";
import { Checkbox } from "../ui/Checkbox";
import { Dialog } from "../ui/Dialog";
import { ProblemNote } from "../ui/ProblemNote";
import { Select } from "../ui/Select";
import { useToast } from "../ui/Toasts";
import type { KeptExport } from "../wire";
import { exportParameters } from "./exportParameters";
import { exportsQuery } from "./feedbackQueries";

type Format = KeptExport["format"];

export const FORMAT_TEXTS = {
  csv: "feedback_export_csv",
  xlsx: "feedback_export_xlsx",
  parquet: "feedback_export_parquet",
  ndjson: "feedback_export_ndjson",
} as const;

/** Exports exactly what the filter chooses: at once, or as a file that the server keeps. */
export function ExportDialog({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const text = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const flows = useQuery(flowsQuery).data ?? [];
  const [format, setFormat] = useState<Format>("csv");
  const [flow, setFlow] = useState(filter.flow ?? "");
  const [isInWords, setInWords] = useState(true);
  const isTable = format !== "ndjson";
  const chosen = filter.flow ?? (flow || (flows.length === 1 ? flows[0]?.id : undefined));
  const isReady = !isTable || chosen !== undefined;
  const parameters = exportParameters(filter, { format, flow: isTable ? chosen : undefined, isInWords });
  const keep = useMutation({
    mutationFn: () => call<KeptExport>("POST", `/v1/staff/exports?${parameters}`),
    onSuccess: () => {
      void queries.invalidateQueries(exportsQuery);
      toast({
        text: text("feedback_export_ordered"),
        action: {
          label: text("feedback_export_show"),
          run: () => void navigate({ to: "/feedback/exports" }),
        },
      });
      onClose();
    },
  });
  return (
    <Dialog title={text("feedback_export")} onClose={onClose}>
      <p>{text("feedback_export_what")}</p>
      <Select
        label={text("feedback_export_format")}
        value={format}
        options={(Object.keys(FORMAT_TEXTS) as Format[]).map((value) => ({
          value,
          label: text(FORMAT_TEXTS[value]),
        }))}
        onChange={setFormat}
      />
      {isTable && filter.flow === undefined && flows.length > 1 && (
        <Select
          label={text("feedback_filter_flow")}
          hint={text("feedback_export_needs_flow")}
          value={flow}
          options={[
            { value: "", label: "—" },
            ...flows.map(({ id, title }) => ({ value: id, label: title || id })),
          ]}
          onChange={setFlow}
        />
      )}
      {isTable && (
        <Checkbox label={text("feedback_export_words")} isSelected={isInWords} onChange={setInWords} />
      )}
      {hasCode(keep.error, "too_many_exports") ? (
        <p className="field__error" role="alert">
          {text("feedback_export_too_many")}
        </p>
      ) : (
        <ProblemNote error={keep.error} />
      )}
      <div className="actions">
        {isReady ? (
          <a
            className={buttonClass({ kind: "primary" })}
            href={callAddress(`/v1/staff/feedbacks/export?${parameters}`)}
            download
          >
            {text("feedback_export_download")}
          </a>
        ) : (
          <Button isDisabled>{text("feedback_export_download")}</Button>
        )}
        <Button kind="secondary" isDisabled={!isReady} isBusy={keep.isPending} onPress={() => keep.mutate()}>
          {text("feedback_export_keep")}
        </Button>
      </div>
      <p className="soft small">{text("feedback_export_keep_hint")}</p>
    </Dialog>
  );
}
