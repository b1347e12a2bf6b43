import type { PageState } from "pulsen-loader/protocol";
import type { Boot } from "../boot/boot";
import type { View } from "../engine/types";
import { FlowPages } from "../flow/FlowPages";
import { pickLanguage } from "../flow/pickLanguage";
import { useShowsBack } from "../flow/useShowsBack";
import { MatrixViewContext, readMatrixView } from "../inputs/matrixView";
import { LanguageSelector } from "../languageSelector/LanguageSelector";
import type { FlowRun } from "../run/flowRun";
import type { Notices } from "../run/notices";
import { useFlow } from "../run/useFlow";
import { BackButton } from "../shell/BackButton";
import { PoweredBy } from "../shell/PoweredBy";
import { useDocument } from "../shell/useDocument";
import { LanguageContext } from "../texts/useText";
import type { Uploads } from "../uploads/uploads";
import { FrameShell } from "./FrameShell";
import type { FrameContent } from "./frameContent";
import { hasBranding } from "./hasBranding";
import type { LoaderConnection } from "./loaderConnection";
import { useShownPages } from "./showInHost";
import { useReportedPageState } from "./useReportedPageState";

interface Props {
  boot: Boot;
  loader: LoaderConnection;
  run: FlowRun;
  /** Absent where the flow asks for no files. */
  uploads: Uploads | undefined;
  notices: Notices;
  /** Starts another feedback. Absent in a preview. */
  content?: Pick<FrameContent, "canStartNew" | "startNew">;
}

/** The flow in the content frame. */
export function FrameFlow({ boot, loader, run, uploads, notices, content }: Props) {
  const view = useFlow(run);
  const showsBack = useShowsBack(view) && view.style !== "chat";
  useDocument(view, boot.node?.name);
  useReportedPageState(loader, PAGE_STATES[view.style]);
  useShownPages(loader, `${run.round()} ${view.stateId ?? view.style}`);

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
        <MatrixViewContext value={readMatrixView(boot.widget?.matrix_question_view_type)}>
          <FlowPages
            node={boot.node}
            view={view}
            run={run}
            uploads={uploads}
            notices={notices}
            // With its end the feedback may have become the only one.
            onNew={content?.canStartNew() ? content.startNew : undefined}
          />
        </MatrixViewContext>
      </FrameShell>
    </LanguageContext>
  );
}

const PAGE_STATES: Record<View["style"], PageState | null> = {
  normal: null,
  thank_you: "thank",
  chat: "chat",
};
