import { Link } from "@tanstack/react-router";
import { Keyboard, LogOut } from "lucide-react";
import { useRef, useState } from "react";
import { useShowKeys } from "../keys";
import { useText } from "../texts/TextsProvider";
import { Avatar } from "../ui/Avatar";
import { IconButton } from "../ui/IconButton";
import { LanguageSelect } from "../ui/LanguageSelect";
import { latePart } from "../ui/latePart";
import { openerProps } from "../ui/opener";
import { onPressed } from "../ui/press";
import type { Session } from "../wire";
import { useSignOut } from "./useSignOut";

const DialogPopover = latePart(async () => (await import("../ui/DialogPopover")).DialogPopover);

interface Props {
  user: Session["user"];
  /** Called when something in it leads away. */
  onLeave?: () => void;
}

/** Who is signed in, and what concerns them everywhere. */
export function Account({ user, onLeave }: Props) {
  const text = useText();
  const showKeys = useShowKeys();
  const signOut = useSignOut();
  return (
    <div className="account">
      <Link to="/me" className="navigation__link account__person" {...(onLeave && { onClick: onLeave })}>
        <Avatar name={user.name} size={28} />
        <bdi className="navigation__name">{user.name}</bdi>
      </Link>
      <div className="account__tools">
        <LanguageSelect />
        <IconButton
          icon={Keyboard}
          label={text("frame_keys")}
          keys="Shift+?"
          onPress={() => {
            onLeave?.();
            showKeys();
          }}
        />
        <IconButton icon={LogOut} label={text("sign_out")} onPress={signOut} />
      </div>
    </div>
  );
}

/** The same where there is less room: behind a button. */
export function AccountButton({ user }: { user: Session["user"] }) {
  const text = useText();
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="icon-button icon-button--quiet"
        aria-label={text("frame_account")}
        onClick={onPressed(() => setOpen(true))}
        {...openerProps({ kind: "dialog", isOpen, ref })}
      >
        <Avatar name={user.name} size={28} />
      </button>
      {isOpen && (
        <DialogPopover label={text("frame_account")} opener={ref} onClose={close} onFail={close}>
          <Account user={user} onLeave={close} />
        </DialogPopover>
      )}
    </>
  );
}
