import type { FrameMessage } from "pulsen-loader/protocol";
import type { Greeting } from "../frame/handshake";
import { type TextKey, textIn } from "../texts/catalog";
import { reloadPage } from "./reloadPage";

/**
 * Shows an error page without React, whose script could not be loaded. In the widget it has a header with a close button,
 * and tells the loader that there is something to see.
 */
export function showFailedPage(root: HTMLElement, language: string, greeting?: Greeting): void {
  const text = (key: TextKey) => textIn(language, key);
  const status = element("p", "status-note");
  status.setAttribute("role", "status");
  const retry = button("button", text("try_again"), async () => {
    status.textContent = text("loading");
    if (!(await reloadPage())) status.textContent = text("still_failing");
  });
  const alert = element("div", "");
  alert.setAttribute("role", "alert");
  alert.append(element("h1", "error-message", text("system_error")));
  document.title = text("system_error");
  const page = element("main", "card card--error");
  page.append(alert, retry, status);
  root.replaceChildren(page);
  if (greeting) answerLoader(root, greeting, text("close"));
}

function answerLoader(root: HTMLElement, { hello, port }: Greeting, label: string) {
  const send = (message: FrameMessage) => port.postMessage(message);
  const close = button("icon-button", "×", () => send({ type: "close" }));
  close.setAttribute("aria-label", label);
  close.title = label;
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
  send({ type: "height", height: Math.ceil(root.lastElementChild?.getBoundingClientRect().height ?? 0) });
}

function button(className: string, label: string, onClick: () => void): HTMLButtonElement {
  const created = element("button", className, label);
  created.type = "button";
  created.addEventListener("click", onClick);
  return created;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = "") {
  const created = document.createElement(name);
  created.className = className;
  created.textContent = text;
  return created;
}
