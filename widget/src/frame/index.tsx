import type { ReactNode } from "react";
import type { Boot } from "../boot";
import { adoptStyles } from "../theme/adoptStyles";
import { startContent } from "./content";
import { Frame } from "./Frame";
import styles from "./frame.css?inline";
import type { Greeting } from "./handshake";
import { connectHost } from "./host";
import { watchKeyboard } from "./keyboard";
import { watchVisibility } from "./visibility";

/** The door to the widget's frame, which is a file of its own. */
export function prepareWidgetFrame(boot: Boot, greeting: Greeting, language: string): ReactNode {
  const root = document.getElementById("app") ?? document.body;
  adoptStyles(styles);
  const host = connectHost(greeting);
  watchVisibility(root, host);
  watchKeyboard(root, host);
  return <Frame boot={boot} host={host} content={startContent(boot, host)} language={language} />;
}
