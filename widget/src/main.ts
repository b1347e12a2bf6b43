import { inBackground } from "./basics/inBackground";
import { loadChunk } from "./basics/loadChunk";
import { type Boot, isPreview, pageIsRead, readBoot } from "./boot/boot";
import { followNewLinks, takeChatAccess } from "./chat/access/chatAccess";
import { sendLeftBehind } from "./chat/outbox/sendLeftBehind";
import { showFailedPage } from "./failedPage";
import { prepareScreen } from "./screen";
import { setDocumentLanguage } from "./shell/documentLanguage";
import { beginTakeover } from "./takeover/beginTakeover";
import { applyTheme } from "./theme/applyTheme";

// This script may be here before the page, whose flow can be large: most often the root has come by then.
if (document.getElementById("app")) begin();
else void pageIsRead(document).then(begin);

function begin() {
  const query = new URLSearchParams(window.location.search);
  const boot = readBoot(document, query);
  const root = document.getElementById("app");
  if (boot && root) void start(boot, root, query);
}

async function start(boot: Boot, root: HTMLElement, query: URLSearchParams) {
  // First of all: a chat's token must not stay in the address bar.
  const chatAccess = boot.route === "chat" ? takeChatAccess(window) : undefined;
  if (boot.route === "chat") followNewLinks(window);

  const page = document.documentElement;
  applyTheme(page, boot.widget?.primary_color ?? boot.node?.primary_color);
  page.classList.add(`route-${boot.route}`);
  page.classList.toggle("is-still", isPreview(boot, query));

  // Nothing is rendered before the screen is complete: that seldom takes long, and the style sheet shows a spinner, unless the
  // first view is there already.
  if (!beginTakeover(root)) root.setAttribute("aria-busy", "true");
  // React is most of the page's code.
  const renderer = loadChunk("render", () => import("./render"));
  const screen = await prepareScreen(boot, query, chatAccess, renderer);
  const loaded = await renderer.catch(() => undefined);
  root.removeAttribute("aria-busy");
  setDocumentLanguage(screen.language);
  const isFailed = screen.kind === "error" || screen.kind === "failed_frame";
  if (loaded && !isFailed) loaded.renderScreen(root, boot, screen);
  else {
    const messageKey = screen.kind === "error" ? screen.messageKey : undefined;
    const greeting = screen.kind === "failed_frame" ? screen.greeting : undefined;
    showFailedPage(root, screen.language, messageKey, greeting);
  }
  // A chat does that by itself.
  if (!chatAccess && !isPreview(boot, query)) inBackground(() => void sendLeftBehind(boot.api_base));
  if (boot.opens_offline) {
    const run = "run" in screen ? screen.run : undefined;
    inBackground(
      () =>
        // Without it the page works as well, with the network alone.
        void loadChunk("registration", () => import("./offline/registration"))
          .then(({ keepForOffline }) => keepForOffline(run))
          .catch(() => {}),
    );
  }
}
