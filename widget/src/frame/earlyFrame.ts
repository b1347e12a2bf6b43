import { FRAME_FEATURES, type FrameMessage, type Hello } from "pulsen-loader/protocol";
import { HIDDEN, PRERENDERED } from "../takeover/beginTakeover";
import { recordActs } from "../takeover/recordActs";
import { startAfterPaint, startScripts, whenParsed } from "../takeover/startScripts";
import { type Greeting, greetLoader } from "./handshake";

/*
 * Stands in the head of the content frame's page that comes with the HTML of its first view (docs/widget.md#takeover): answers the
 * loader, shows the HTML to visitors who are to see it, and starts the page's scripts.
 */

const page = document.documentElement;
// Until the loader has said what this frame is.
page.classList.add(HIDDEN);

if (window.parent === window) whenParsed.then(startScripts);
else {
  const greeted = greetLoader(new URLSearchParams(location.search).get("code") ?? "");
  window.pulsenGreeting = Promise.all([greeted, whenParsed]).then(([greeting]) => answer(greeting));
}

function answer(greeting: Greeting): Greeting {
  const { hello, port } = greeting;
  const post = (message: FrameMessage) => port.postMessage(message);
  const isShown = seesFirstView(hello);
  if (isShown) {
    page.classList.remove(HIDDEN);
    const height = document.querySelector(".frame__content")?.getBoundingClientRect().height;
    // Before the frame is shown, so that it has its height then.
    if (height) post({ type: "height", height: Math.ceil(height) });
    listenForClosing(post);
    recordActs();
  }
  // In any case: the loader waits for the scripts as long as the network takes.
  post({ type: "ready", features: FRAME_FEATURES });
  if (isShown && hello.open) startAfterPaint();
  else startScripts();
  return { ...greeting, isReady: true };
}

/** Returns whether the page shows this visitor what the server has made for all: another one needs the page's scripts. */
function seesFirstView({ inline, look, identity, language, query }: Hello): boolean {
  const isInLanguage = language === null || language === page.lang.toLowerCase();
  return !inline && !look && !identity && !query && isInLanguage && !hasOwnView();
}

/** Returns whether the visitor may have a chat, or answers to continue with (`storage/nodeHistory.ts`, `run/storedRuns.ts`). */
function hasOwnView(): boolean {
  try {
    return ["FLOW/widget", "FLOW/runs"].some((name) => localStorage.getItem(name) !== null);
  } catch {
    // Nothing can have been stored.
    return false;
  }
}

/** The widget can be closed before its scripts are there. */
function listenForClosing(post: (message: FrameMessage) => void) {
  const isOver = () => !document.getElementById("app")?.hasAttribute(PRERENDERED);
  addEventListener(
    "click",
    (event) => {
      if (isOver() || !(event.target as Element).closest("[data-close]")) return;
      // It is not repeated after the takeover.
      event.stopImmediatePropagation();
      post({ type: "close" });
    },
    true,
  );
  addEventListener("keydown", ({ key, isComposing }) => {
    if (key === "Escape" && !isComposing && !isOver()) post({ type: "escape" });
  });
}
