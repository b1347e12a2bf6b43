import { useText } from "../texts/TextsProvider";
import { CopyButton } from "../ui/CopyButton";
import { Disclosure } from "../ui/Disclosure";
import { latePart } from "../ui/latePart";

const QrCode = latePart(async () => (await import("../ui/QrCode")).default);

/** The address of a link page, to copy, to open and to print. */
export function LinkAddress({ address, isOpen = false }: { address: string; isOpen?: boolean }) {
  const text = useText();
  return (
    <div className="channels-address">
      <a className="link channels-address__link" href={address} target="_blank" rel="noreferrer" dir="ltr">
        {address}
      </a>
      <div className="channels-address__ways">
        <div className="actions">
          <CopyButton value={address} />
        </div>
        <Disclosure title={text("channels_show_qr")} isOpen={isOpen}>
          <QrCode value={address} label={text("channels_qr_label", { address })} />
        </Disclosure>
      </div>
    </div>
  );
}
