import { ChevronDown, Ellipsis, type LucideIcon } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "./Button";
import type { ButtonKind } from "./buttonClass";
import { IconButton } from "./IconButton";
import { latePart } from "./latePart";
import type { MenuEntry, MenuFocus } from "./menu";

const MenuList = latePart(async () => (await import("./MenuList")).MenuList);

/** What has the focus in a menu that a key opens. */
const FIRST_FOCUS: Record<string, MenuFocus> = {
  Enter: "first",
  " ": "first",
  ArrowDown: "first",
  ArrowUp: "last",
};

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
  const ref = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<MenuFocus | null>(null);
  const close = () => setOpen(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const focus = FIRST_FOCUS[event.key];
    if (!focus) return;
    event.preventDefault();
    setOpen(focus);
  };
  const opening = {
    ...button,
    opener: { kind: "menu", isOpen: open !== null, ref, onKeyDown },
    onPress: () => setOpen(true),
  } as const;
  return (
    <>
      {children === undefined ? (
        <IconButton icon={icon ?? Ellipsis} label={label} {...opening} />
      ) : (
        <Button kind="secondary" icon={icon} endIcon={ChevronDown} {...opening}>
          <span>
            {children !== label && <span className="visually-hidden">{label}: </span>}
            {children}
          </span>
        </Button>
      )}
      {open !== null && (
        <MenuList label={label} items={items} opener={ref} focus={open} onClose={close} onFail={close} />
      )}
    </>
  );
}
