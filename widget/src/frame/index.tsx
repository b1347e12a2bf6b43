import type { ReactNode } from "react";
import type { Boot } from "../boot/boot";
import type { StartedFlow } from "../flow/startFlow";
import { adoptDeviceId } from "../storage/visitor";
import { adoptStyles } from "../theme/adoptStyles";
import { ExportPreview } from "./ExportPreview";
import { eraseOnDemand } from "./eraseOnDemand";
import { Frame } from "./Frame";
import styles from "./frame.css?inline";
import { startContent } from "./frameContent";
import type { Greeting } from "./handshake";
import { connectLoader } from "./loaderConnection";
import { watchKeyboard } from "./watchKeyboard";
import { watchVisibility } from "./watchVisibility";

/** Prepares the content frame. This module is the entry point of the frame's chunk. */
export function prepareWidgetFrame(boot: Boot, greeting: Greeting, language: string): ReactNode {
  const root = document.getElementById("app") ?? document.body;
  adoptStyles(styles);
  const loader = connectLoader(greeting);
  adoptDeviceId(loader.hello.deviceId);
  watchVisibility(root, loader);
  eraseOnDemand(loader);
  if (loader.hello.inline) document.documentElement.classList.add("is-inline");
  // Inline the browser moves the focus between frame and page by itself.
  else watchKeyboard(root, loader);
  return <Frame boot={boot} loader={loader} content={startContent(boot, loader)} language={language} />;
}

/** Prepares the preview of a flow as it looks in the widget (docs/flows.md#previews). */
export function prepareExportPreview(boot: Boot, flow: StartedFlow): ReactNode {
  adoptStyles(styles);
  return <ExportPreview boot={boot} flow={flow} />;
}
