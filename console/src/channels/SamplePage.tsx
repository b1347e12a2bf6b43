import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callAddress } from "../basics/page";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { Select } from "../ui/Select";
import type { Document } from "./document";
import { loaderPath } from "./records";
import { reasonsForEmptySample } from "./sample";

type Width = "phone" | "desktop";

interface Props {
  code: string;
  /** As it is stored. */
  widget: Document;
  node: Document | undefined;
  version: string;
  isDirty: boolean;
}

/** The server's page with nothing but the widget on it, which runs the real loader. */
export function SamplePage({ code, widget, node, version, isDirty }: Props) {
  const text = useText();
  const [width, setWidth] = useState<Width>("phone");
  const [round, setRound] = useState(0);
  const path = callAddress(`/widget?code=${encodeURIComponent(code)}`);
  const isLimited = Array.isArray(widget.enabled_domains) && widget.enabled_domains.length > 0;
  const reasons = reasonsForEmptySample(widget, node, window.location.origin + path);
  const isFresh = useFreshLoader(code, version);
  const run = `${version} ${round}`;
  const [loaded, setLoaded] = useState<string | null>(null);
  return (
    <aside className="channels-sample" aria-label={text("channels_sample")}>
      <h2 className="section__title">{text("channels_sample")}</h2>
      <p className="small soft">{text(isDirty ? "channels_sample_dirty" : "channels_sample_hint")}</p>
      <div className="channels-sample__tools">
        <Select<Width>
          label={text("channels_sample_width")}
          isLabelHidden
          value={width}
          options={[
            { value: "phone", label: text("channels_sample_phone") },
            { value: "desktop", label: text("channels_sample_desktop") },
          ]}
          onChange={setWidth}
        />
        <Button kind="secondary" onPress={() => setRound(round + 1)}>
          {text("channels_sample_again")}
        </Button>
        <a className="link" href={path} target="_blank" rel="noreferrer">
          {text("channels_sample_open")}
        </a>
      </div>
      <div className={`channels-sample__window channels-sample__window--${width}`}>
        {loaded !== run && <p className="channels-sample__loading small">{text("loading")}</p>}
        {isFresh && (
          // biome-ignore lint/a11y/noNoninteractiveElementInteractions: That it has loaded is no act of a person.
          <iframe
            key={run}
            className="channels-sample__frame"
            title={text("channels_sample_frame", { code })}
            src={path}
            onLoad={() => setLoaded(run)}
            // Without an origin the widget knows no visitor and keeps nothing: each start is a first visit. Only a page with an origin can
            // show a widget that is limited to hosts, among which this server always is.
            sandbox={isLimited ? "allow-scripts allow-same-origin" : "allow-scripts"}
          />
        )}
      </div>
      {[
        ...reasons,
        ...(isLimited && reasons.length === 0 ? (["channels_sample_empty_hosts"] as const) : []),
      ].map((reason) => (
        <p key={reason} className="small soft">
          {text(reason)}
        </p>
      ))}
    </aside>
  );
}

/** Browsers keep the loader's script for a minute: of a version that was just stored it is loaded again. */
function useFreshLoader(code: string, version: string): boolean {
  const { isFetched } = useQuery({
    queryKey: ["channels", "loader", code, version],
    queryFn: async () => (await fetch(loaderPath(code), { cache: "reload", credentials: "omit" })).ok,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isFetched;
}
