import type { FrameMessage } from "pulsen-loader/protocol";
import { reloadPage } from "./errors/reloadPage";
import type { Greeting } from "./frame/handshake";
import { setDocumentLanguage } from "./shell/documentLanguage";
import { PRERENDERED } from "./takeover/beginTakeover";
import { type TextKey, textIn } from "./texts/catalog";
import { onTexts } from "./texts/loadLanguage";

/** That of `shell/ErrorSign.tsx`. */
const SIGN =
  '<svg class="error-sign" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="30"/><path d="M23 25v3M41 25v3M22 45c5-6 15-6 20 0"/></svg>';

/**
 * Shows an error page without React, whose script could not be loaded, or which could not draw the page. In the widget it has
 * a header with a close button, and tells the loader that there is something to see.
 */
export function showFailedPage(
  root: HTMLElement,
  language: string,
  messageKey: TextKey = "system_error",
  greeting?: Greeting,
): void {
  const text = (key: TextKey) => textIn(language, key);
  const status = element("p", "status-note");
  status.setAttribute("role", "status");
  const retry = button("button", async () => {
    status.textContent = text("loading");
    if (!(await reloadPage())) status.textContent = text("still_failing");
  });
  const heading = element("h1", "message-page__text");
  const alert = element("div", "");
  alert.setAttribute("role", "alert");
  alert.append(heading);
  const page = element("main", "card message-page");
  page.innerHTML = SIGN;
  page.append(alert, retry, status);
  root.replaceChildren(page);
  root.removeAttribute(PRERENDERED);
  const close = greeting && answerLoader(root, greeting);

  const write = () => {
    setDocumentLanguage(language);
    heading.textContent = document.title = text(messageKey);
    retry.textContent = text("try_again");
    if (!close) return;
    close.title = text("close");
    close.setAttribute("aria-label", close.title);
  };
  write();
  onTexts(write);
  const height = Math.ceil(page.getBoundingClientRect().height);
  greeting?.port.postMessage({ type: "height", height } satisfies FrameMessage);
}

/** Returns the close button. */
function answerLoader(root: HTMLElement, { hello, port }: Greeting): HTMLButtonElement {
  const send = (message: FrameMessage) => port.postMessage(message);
  const close = button("icon-button", () => send({ type: "close" }));
  close.textContent = "×";
  close.style.fontSize = "1.75rem";
  const header = element("header", "top");
  header.append(element("span", ""), close);
  // A part of the host's page has nothing to close.
  if (!hello.inline) root.prepend(header);

  root.inert = !hello.open;
  port.onmessage = ({ data }) => {
    if (data?.type === "visibility") root.inert = !data.open;
    if (data?.type === "focus") root.querySelector("button")?.focus();
  };
  window.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") send({ type: "escape" });
  });
  send({ type: "ready" });
  return close;
}

function button(className: string, onClick: () => void): HTMLButtonElement {
  const created = element("button", className);
  created.type = "button";
  created.addEventListener("click", onClick);
  return created;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string) {
  const created = document.createElement(name);
  created.className = className;
  return created;
}
