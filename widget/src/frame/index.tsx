import type { ReactNode } from "react";
import type { Boot } from "../boot";
import { adoptStyles } from "../theme/adoptStyles";
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
  watchVisibility(root, loader);
  watchKeyboard(root, loader);
  return <Frame boot={boot} loader={loader} content={startContent(boot, loader)} language={language} />;
}
