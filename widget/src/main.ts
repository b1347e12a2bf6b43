import { type Boot, isPreview, readBoot } from "./boot";
import { takeChatAccess } from "./chat/access";
import { loadChunk } from "./errors/loadChunk";
import { prepareScreen } from "./screen";
import { setDocumentLanguage } from "./shell/documentLanguage";
import { textIn } from "./texts/catalog";
import { applyTheme } from "./theme/applyTheme";

const query = new URLSearchParams(window.location.search);
const boot = readBoot(document, query);
const root = document.getElementById("app");
if (boot && root) void start(boot, root);

async function start(boot: Boot, root: HTMLElement) {
  // First of all: a chat's token must not stay in the address bar.
  const chatAccess = boot.route === "chat" ? takeChatAccess(window) : undefined;

  const page = document.documentElement;
  applyTheme(page, boot.widget?.primary_color ?? boot.node?.primary_color);
  page.classList.add(`route-${boot.route}`);
  page.classList.toggle("is-still", isPreview(boot, query));

  // Nothing is rendered before the screen is complete: that seldom takes long, and the style sheet shows a spinner.
  root.setAttribute("aria-busy", "true");
  // React is most of the page's code. The engine starts while it is loading.
  const renderer = loadChunk("render", () => import("./render"));
  const screen = await prepareScreen(boot, query, chatAccess, renderer);
  const loaded = await renderer.catch(() => undefined);
  root.removeAttribute("aria-busy");
  setDocumentLanguage(screen.language);
  if (loaded) loaded.renderScreen(root, boot, screen);
  else root.textContent = textIn(screen.language, "system_error");
}
