import { useLayoutEffect } from "react";
import { useStore } from "./basics/useStore";
import type { Boot } from "./boot/boot";
import { ErrorBoundary } from "./errors/ErrorBoundary";
import { showFailedPage } from "./failedPage";
import { FlowScreen } from "./flow/FlowScreen";
import type { Screen } from "./screen";
import type { TextKey } from "./texts/catalog";
import { onTexts, textsVersion } from "./texts/loadLanguage";
import { LanguageContext, TextsContext } from "./texts/useText";

export function App({ boot, screen }: { boot: Boot; screen: Screen }) {
  const version = useStore(onTexts, textsVersion);
  return (
    <TextsContext value={version}>
      <LanguageContext value={screen.language}>
        <ErrorBoundary
          report={screen.kind === "flow" ? screen.run.report : undefined}
          fallback={(messageKey) => <Failure language={screen.language} messageKey={messageKey} />}
        >
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
    default:
      // Shown without React.
      return null;
  }
}

/** Leaves the page to the one error page that needs nothing of what has failed. */
function Failure({ language, messageKey }: { language: string; messageKey: TextKey }) {
  useLayoutEffect(() => {
    const root = document.getElementById("app");
    if (root) showFailedPage(root, language, messageKey);
  }, [language, messageKey]);
  return null;
}
