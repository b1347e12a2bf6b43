import { createRoot } from "react-dom/client";
import { App } from "./App";
import { type Boot, isPreview, readBoot } from "./boot";
import { takeChatAccess } from "./chat/access";
import { prepareScreen } from "./screen";
import { setDocumentLanguage } from "./shell/useDocument";
import { applyTheme } from "./theme/applyTheme";

const query = new URLSearchParams(window.location.search);
const boot = readBoot(document, query);
const root = document.getElementById("app");
if (boot && root) void show(boot, root);

async function show(boot: Boot, root: HTMLElement) {
  // Before anything else: what opens a chat does not stay in the address bar.
  const chatAccess = boot.route === "chat" ? takeChatAccess(window) : undefined;

  const page = document.documentElement;
  applyTheme(page, boot.widget?.primary_color ?? boot.node?.primary_color);
  page.classList.add(`route-${boot.route}`);
  page.classList.toggle("is-still", isPreview(boot, query));

  // Rendered once everything is there, not before with a placeholder: the first question is seldom far, and the
  // style sheet shows that something is coming where it is.
  root.setAttribute("aria-busy", "true");
  const screen = await prepareScreen(boot, query, chatAccess);
  root.removeAttribute("aria-busy");
  setDocumentLanguage(screen.language);
  createRoot(root).render(<App boot={boot} screen={screen} />);
}
