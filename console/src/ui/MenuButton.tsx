import { ChevronDown, Ellipsis, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover, TooltipTrigger } from "react-aria-components";
import { type ButtonKind, buttonClass } from "./buttonClass";
import { Tooltip } from "./Tooltip";

/** What a menu offers. */
export interface MenuEntry {
  id: string;
  label: string;
  icon?: LucideIcon | undefined;
  /** Whether it takes something away. */
  isDanger?: boolean;
  isDisabled?: boolean;
  onAction: () => void;
}

interface Props {
  /** What the menu is about. Without children, the button is an icon of this name. */
  label: string;
  icon?: LucideIcon | undefined;
  kind?: Exclude<ButtonKind, "link">;
  size?: "small" | undefined;
  isDisabled?: boolean;
  children?: ReactNode;
  items: readonly MenuEntry[];
}

/** A button that opens a menu of actions. */
export function MenuButton({ items, ...button }: Props) {
  return (
    <MenuTrigger>
      {button.children === undefined ? <IconTrigger {...button} /> : <TextTrigger {...button} />}
      <Popover className="popover popover--menu" placement="bottom end" offset={6}>
        <Menu className="menu" aria-label={button.label}>
          {items.map(({ id, label, icon: Icon, isDanger, isDisabled = false, onAction }) => (
            <MenuItem
              key={id}
              id={id}
              className={`menu__item${isDanger ? " menu__item--danger" : ""}`}
              textValue={label}
              isDisabled={isDisabled}
              onAction={onAction}
            >
              {Icon && <Icon className="icon" aria-hidden />}
              {label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

type TriggerProps = Omit<Props, "items">;

function IconTrigger({
  label,
  icon: Icon = Ellipsis,
  kind = "quiet",
  size,
  isDisabled = false,
}: TriggerProps) {
  return (
    <TooltipTrigger delay={600}>
      <Button
        className={`icon-button icon-button--${kind}${size ? ` icon-button--${size}` : ""}`}
        aria-label={label}
        isDisabled={isDisabled}
      >
        <Icon className="icon" aria-hidden />
      </Button>
      <Tooltip text={label} />
    </TooltipTrigger>
  );
}

function TextTrigger({
  label,
  icon: Icon,
  kind = "secondary",
  size,
  isDisabled = false,
  children,
}: TriggerProps) {
  return (
    <Button className={buttonClass({ kind, size }, "button--menu")} isDisabled={isDisabled}>
      {Icon && <Icon className="icon" aria-hidden />}
      <span>
        {children !== label && <span className="visually-hidden">{label}: </span>}
        {children}
      </span>
      <ChevronDown className="icon" aria-hidden />
    </Button>
  );
}
