import type { PageState } from "pulsen-loader/protocol";
import type { Boot } from "../boot";
import type { View } from "../engine/types";
import { FlowPages } from "../flow/FlowPages";
import type { FlowRun } from "../flow/flowRun";
import { pickLanguage } from "../flow/pickLanguage";
import { useFlow } from "../flow/useFlow";
import { useShowsBack } from "../flow/useShowsBack";
import { LanguageSelector } from "../language/LanguageSelector";
import { BackButton } from "../shell/BackButton";
import { PoweredBy } from "../shell/PoweredBy";
import { useDocument } from "../shell/useDocument";
import { LanguageContext } from "../texts/useText";
import type { Uploads } from "../uploads/uploads";
import { FrameShell } from "./FrameShell";
import { hasBranding } from "./hasBranding";
import type { LoaderConnection } from "./loaderConnection";
import { useReportedPageState } from "./useReportedPageState";

interface Props {
  boot: Boot;
  loader: LoaderConnection;
  run: FlowRun;
  /** Absent where the flow asks for no files. */
  uploads: Uploads | undefined;
}

/** The flow in the content frame. */
export function FrameFlow({ boot, loader, run, uploads }: Props) {
  const view = useFlow(run);
  const showsBack = useShowsBack(view) && view.style !== "chat";
  useDocument(view, boot.node?.name);
  useReportedPageState(loader, PAGE_STATES[view.style]);

  const back = showsBack && (
    <BackButton iconOnly isDisabled={!view.canGoBack} onBack={() => run.send({ type: "back" })} />
  );
  const branding = hasBranding(boot) && (
    <PoweredBy siteUrl={boot.site_url} language={view.language} isLarge={view.style === "thank_you"} />
  );
  const selectorStyle = boot.widget?.language_selector_style ?? "dropdown_up";
  const languages = view.languages.length > 1 && (
    <LanguageSelector
      languages={view.languages}
      language={view.language}
      style={selectorStyle}
      onPick={(code) => pickLanguage(run, code)}
    />
  );
  // A list that opens downward has no room in the footer.
  const isInHeader = selectorStyle === "dropdown_down";
  const footer = (branding || (languages && !isInHeader)) && (
    <>
      {branding || <span />}
      {!isInHeader && languages}
    </>
  );
  return (
    <LanguageContext value={view.language}>
      <FrameShell boot={boot} loader={loader} back={back} actions={isInHeader && languages} footer={footer}>
        <FlowPages node={boot.node} view={view} round={run.round()} send={run.send} uploads={uploads} />
      </FrameShell>
    </LanguageContext>
  );
}

const PAGE_STATES: Record<View["style"], PageState | null> = {
  normal: null,
  thank_you: "thank",
  chat: "chat",
};
