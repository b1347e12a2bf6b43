import type { ComponentType } from "react";
import type { ElementKind, ElementView } from "../engine/types";
import type { Send } from "../flow/flowRun";
import { ButtonLinkElement } from "./button_link";
import { FooterElement } from "./footer";
import { GaugeElement } from "./gauge";
import { LabelElement } from "./label";
import { NextPageElement } from "./next_page";
import { QuestionElementBox } from "./question";
import { SubmitElement } from "./submit";

/** What every kind of element gets. */
export interface ElementProps {
  element: ElementView;
  send: Send;
  /** Whether the answers are on their way; only buttons that lead on are told. */
  busy: boolean;
}

/** How each kind of element is shown: the one table. */
export const ELEMENT_KINDS: Record<ElementKind, ComponentType<ElementProps>> = {
  question: QuestionElementBox,
  next_page: NextPageElement,
  label: LabelElement,
  submit: SubmitElement,
  footer: FooterElement,
  button_link: ButtonLinkElement,
  gauge: GaugeElement,
};
