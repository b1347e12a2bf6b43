import { useStore } from "./basics/useStore";
import type { Boot } from "./boot/boot";
import { ErrorBoundary } from "./errors/ErrorBoundary";
import { ErrorPage } from "./errors/ErrorPage";
import { FlowScreen } from "./flow/FlowScreen";
import type { Screen } from "./screen";
import { onTexts, textsVersion } from "./texts/loadLanguage";
import { LanguageContext, TextsContext } from "./texts/useText";

export function App({ boot, screen }: { boot: Boot; screen: Screen }) {
  const version = useStore(onTexts, textsVersion);
  return (
    <TextsContext value={version}>
      <LanguageContext value={screen.language}>
        <ErrorBoundary report={screen.kind === "flow" ? screen.run.report : undefined}>
          <Content boot={boot} screen={screen} />
        </ErrorBoundary>
      </LanguageContext>
    </TextsContext>
  );
}

function Content({ boot, screen }: { boot: Boot; screen: Screen }) {
  switch (screen.kind) {
    case "flow":
      return (
        <FlowScreen
          boot={boot}
          run={screen.run}
          idleTimer={screen.idleTimer}
          uploads={screen.uploads}
          invitation={screen.invitation}
          notices={screen.notices}
          onNew={screen.startAgain}
        />
      );
    case "part":
      return screen.content;
    case "error":
      return <ErrorPage messageKey={screen.messageKey} />;
    case "failed_frame":
      // Shown without React.
      return null;
  }
}
