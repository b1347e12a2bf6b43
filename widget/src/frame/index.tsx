import type { ReactNode } from "react";
import type { Boot } from "../boot/boot";
import type { StartedFlow } from "../flow/startFlow";
import { adoptDeviceId } from "../storage/visitor";
import { PRERENDERED } from "../takeover/beginTakeover";
import { adoptStyles } from "../theme/adoptStyles";
import { ExportPreview } from "./ExportPreview";
import { eraseOnDemand } from "./eraseOnDemand";
import { Frame } from "./Frame";
import styles from "./frame.css?inline";
import { type FrameContent, startContent } from "./frameContent";
import type { Greeting } from "./handshake";
import { applyHostLook } from "./hostLook";
import { connectLoader } from "./loaderConnection";
import { watchKeyboard } from "./watchKeyboard";
import { watchVisibility } from "./watchVisibility";

/** What the page draws. */
interface PreparedFrame {
  content: ReactNode;
  /** Whether it is another view than the one that came with the page. */
  isOtherView: boolean;
}

/**
 * Prepares the content frame: at once, or where the page came with the HTML of its first view, when there is something to replace it.
 * This module is the entry point of the frame's chunk.
 */
export async function prepareWidgetFrame(
  boot: Boot,
  greeting: Greeting,
  language: string,
): Promise<PreparedFrame> {
  const root = document.getElementById("app") ?? document.body;
  adoptStyles(styles);
  const loader = connectLoader(greeting);
  const { look } = loader.hello;
  if (look) applyHostLook(document.documentElement, look);
  adoptDeviceId(loader.hello.deviceId);
  watchVisibility(root, loader);
  eraseOnDemand(loader);
  if (loader.hello.inline) document.documentElement.classList.add("is-inline");
  // Inline the browser moves the focus between frame and page by itself.
  else watchKeyboard(root, loader);
  const content = startContent(boot, loader);
  if (root.hasAttribute(PRERENDERED)) await whenLoaded(content);
  return {
    content: <Frame boot={boot} loader={loader} content={content} language={language} />,
    isOtherView: content.current().kind !== "flow",
  };
}

/** Prepares the preview of a flow as it looks in the widget (docs/flows.md#previews). */
export function prepareExportPreview(boot: Boot, flow: StartedFlow): ReactNode {
  adoptStyles(styles);
  return <ExportPreview boot={boot} flow={flow} />;
}

function whenLoaded({ current, subscribe }: FrameContent): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (current().kind === "waiting") return;
      stop();
      resolve();
    };
    const stop = subscribe(look);
    look();
  });
}
