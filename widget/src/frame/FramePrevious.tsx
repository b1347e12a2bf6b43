import type { Boot } from "../boot/boot";
import { BackButton } from "../shell/BackButton";
import { PoweredBy } from "../shell/PoweredBy";
import { useDocumentLanguage } from "../shell/useDocument";
import { LanguageContext } from "../texts/useText";
import type { Content } from "./content";
import { FrameShell } from "./FrameShell";
import type { FrameContent } from "./frameContent";
import { hasBranding } from "./hasBranding";
import type { LoaderConnection } from "./loaderConnection";
import { useHostLanguage } from "./useHostLanguage";
import { useReportedPageState } from "./useReportedPageState";

interface Props {
  boot: Boot;
  loader: LoaderConnection;
  content: FrameContent;
  shown: Extract<Content, { kind: "previous" }>;
}

/** The list of previous feedbacks in the content frame. The back button leads to where the visitor came from. */
export function FramePrevious({ boot, loader, content, shown }: Props) {
  const { list, chatModule } = shown;
  const { PreviousFeedbacks, loadChatTexts } = chatModule;
  const language = useHostLanguage(loader, loadChatTexts) ?? shown.language;
  useDocumentLanguage(language);
  useReportedPageState(loader, null);
  return (
    <LanguageContext value={language}>
      <FrameShell
        boot={boot}
        loader={loader}
        back={<BackButton iconOnly isDisabled={false} onBack={content.leavePrevious} />}
        footer={
          hasBranding(boot) && <PoweredBy siteUrl={boot.site_url} language={language} isLarge={false} />
        }
      >
        <PreviousFeedbacks
          list={list}
          language={language}
          onOpen={content.showChat}
          onNew={content.canStartNew() ? content.startNew : undefined}
        />
      </FrameShell>
    </LanguageContext>
  );
}
