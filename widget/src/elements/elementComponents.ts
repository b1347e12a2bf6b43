import type { ComponentType } from "react";
import type { ElementKind } from "../engine/types";
import { ButtonLinkElement } from "./ButtonLinkElement";
import { EndingElement } from "./EndingElement";
import type { ElementProps } from "./elementProps";
import { FlowQuestion } from "./FlowQuestion";
import { FooterElement } from "./FooterElement";
import { GaugeElement } from "./GaugeElement";
import { LabelElement } from "./LabelElement";
import { NextPageElement } from "./NextPageElement";
import { SubmitElement } from "./SubmitElement";

/** The component of each element type, by its name in the flow. A type without a component does not compile. */
export const ELEMENT_COMPONENTS: Record<ElementKind, ComponentType<ElementProps>> = {
  question: FlowQuestion,
  next_page: NextPageElement,
  label: LabelElement,
  submit: SubmitElement,
  footer: FooterElement,
  button_link: ButtonLinkElement,
  gauge: GaugeElement,
  reference: EndingElement,
  card: EndingElement,
  live_result: EndingElement,
};
