import { createLink } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { type ButtonLook, buttonClass } from "./buttonClass";

interface Props extends ButtonLook, Omit<ComponentProps<"a">, "className"> {
  icon?: LucideIcon | undefined;
}

/** A link to a page of the console that looks like a button. */
export const LinkButton = createLink(ButtonAnchor);

function ButtonAnchor({ kind = "primary", size, icon: Icon, children, ...link }: Props) {
  return (
    <a {...link} className={buttonClass({ kind, size })}>
      {Icon && <Icon className="icon" aria-hidden />}
      {children}
    </a>
  );
}
