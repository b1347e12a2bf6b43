import { useQuery } from "@tanstack/react-query";
import { nodesQuery, recordName } from "../answers/records";
import { ChartFigure } from "../charts/ChartFigure";
import { Funnel, type FunnelStep } from "../charts/Funnel";
import { useText } from "../texts/TextsProvider";
import { Disclosure } from "../ui/Disclosure";
import { Table } from "../ui/Table";
import type { FlowCounters, SummaryAnswer } from "../wire";
import { useFormats } from "./formats";

/** How many of those who were shown the flow have opened, begun and completed it, from counters without anything about a person. */
export function FunnelSection({ summary }: { summary: SummaryAnswer }) {
  const text = useText();
  const { counters, counters_unfit: unfit, complete } = summary;
  return (
    <section className="results-section">
      <h2 className="results-section__title">{text("results_funnel")}</h2>
      {counters ? (
        <CountedFunnel counters={counters} complete={complete} />
      ) : (
        <p className="soft">{text(unfit.length > 0 ? "results_funnel_unfit" : "results_funnel_off")}</p>
      )}
    </section>
  );
}

function CountedFunnel({ counters, complete }: { counters: FlowCounters; complete: number }) {
  const text = useText();
  const formats = useFormats();
  const counts = [
    ["shown", counters.shown],
    ["opened", counters.opened],
    ["started", counters.started],
    ["completed", complete],
  ] as const;
  const steps = counts.map(([id, count], index): FunnelStep => {
    const before = counts[index - 1]?.[1];
    const hasRate = before !== undefined && before > 0 && count <= before;
    return {
      id,
      label: text(`results_${id}`),
      count,
      value: formats.number(count),
      rate: hasRate ? text("results_of_before", { share: formats.percent(count / before) }) : undefined,
    };
  });
  const title = text("results_funnel");
  return (
    <>
      <ChartFigure
        label={title}
        note={text(complete > counters.started ? "results_funnel_more" : "results_funnel_hint")}
        table={{
          columns: [text("results_step"), text("results_number"), text("results_rate")],
          rows: steps.map(({ id, label, value, rate }) => ({ id, cells: [label, value, rate ?? "–"] })),
        }}
      >
        <Funnel steps={steps} />
      </ChartFigure>
      {counters.channels.length > 1 && <Channels counters={counters} />}
    </>
  );
}

function Channels({ counters: { channels } }: { counters: FlowCounters }) {
  const text = useText();
  const formats = useFormats();
  const nodes = useQuery(nodesQuery).data;
  const title = text("results_by_channel");
  return (
    <Disclosure title={title}>
      <Table
        label={title}
        columns={[
          { id: "channel", label: text("results_channel") },
          { id: "shown", label: text("results_shown"), align: "end" },
          { id: "opened", label: text("results_opened"), align: "end" },
          { id: "started", label: text("results_started"), align: "end" },
        ]}
        rows={channels.map(({ node_id, widget_code, shown, opened, started }) => ({
          id: `${node_id} ${widget_code}`,
          cells: [
            <bdi key="channel">
              {recordName(nodes, node_id)} · {widget_code ?? text("results_link_page")}
            </bdi>,
            formats.number(shown),
            formats.number(opened),
            formats.number(started),
          ],
        }))}
      />
    </Disclosure>
  );
}
