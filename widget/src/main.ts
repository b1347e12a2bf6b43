import { type Boot, isPreview, readBoot } from "./boot";
import { takeChatAccess } from "./chat/access";
import { loadChunk } from "./errors/loadChunk";
import { prepareScreen } from "./screen";
import { setDocumentLanguage } from "./shell/documentLanguage";
import { textIn } from "./texts/catalogue";
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
  // React is most of what the page runs. The engine starts while it is on its way.
  const drawing = loadChunk("drawing", () => import("./drawing"));
  const screen = await prepareScreen(boot, query, chatAccess, drawing);
  const drawn = await drawing.catch(() => undefined);
  root.removeAttribute("aria-busy");
  setDocumentLanguage(screen.language);
  if (drawn) drawn.draw(root, boot, screen);
  else root.textContent = textIn(screen.language, "system_error");
}
