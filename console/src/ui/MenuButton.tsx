import { ChevronDown, Ellipsis, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Button } from "./Button";
import type { ButtonKind } from "./buttonClass";
import { IconButton } from "./IconButton";

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
export function MenuButton({ label, icon, children, items, ...button }: Props) {
  return (
    <MenuTrigger>
      {children === undefined ? (
        <IconButton icon={icon ?? Ellipsis} label={label} {...button} />
      ) : (
        <Button kind="secondary" icon={icon} endIcon={ChevronDown} {...button}>
          <span>
            {children !== label && <span className="visually-hidden">{label}: </span>}
            {children}
          </span>
        </Button>
      )}
      <Popover className="popover" placement="bottom end" offset={6}>
        <Menu className="menu" aria-label={label}>
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
