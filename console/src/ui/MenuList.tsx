import type { RefObject } from "react";
import { Menu, MenuItem } from "react-aria-components";
import type { MenuEntry, MenuFocus } from "./menu";
import { Popover } from "./Popover";

interface Props {
  label: string;
  items: readonly MenuEntry[];
  opener: RefObject<HTMLButtonElement | null>;
  focus: MenuFocus;
  onClose: () => void;
}

/** The open menu of a button. */
export function MenuList({ label, items, opener, focus, onClose }: Props) {
  return (
    <Popover opener={opener} onClose={onClose}>
      <Menu className="menu" aria-label={label} autoFocus={focus} onClose={onClose}>
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
  );
}
