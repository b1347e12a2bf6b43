import { Link } from "@tanstack/react-router";
import { Keyboard, LogOut } from "lucide-react";
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { useShowKeys } from "../keys";
import { useText } from "../texts/TextsProvider";
import { Avatar } from "../ui/Avatar";
import { IconButton } from "../ui/IconButton";
import { LanguageSelect } from "../ui/LanguageSelect";
import type { Session } from "../wire";
import { useSignOut } from "./useSignOut";

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
  return (
    <DialogTrigger>
      <Button className="icon-button icon-button--quiet" aria-label={text("frame_account")}>
        <Avatar name={user.name} size={28} />
      </Button>
      <Popover className="popover" placement="bottom end" offset={6}>
        <Dialog className="popover__dialog" aria-label={text("frame_account")}>
          {({ close }) => <Account user={user} onLeave={close} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
