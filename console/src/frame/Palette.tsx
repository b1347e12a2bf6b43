import { Search } from "lucide-react";
import { useState } from "react";
import { useKeys } from "../keys";
import { useText } from "../texts/TextsProvider";
import { IconButton } from "../ui/IconButton";
import { Keys } from "../ui/Keys";
import { latePart } from "../ui/latePart";
import { onPressed } from "../ui/press";
import type { Session } from "../wire";

const PaletteDialog = latePart(async () => (await import("./PaletteDialog")).PaletteDialog);

/** Which keys open the palette. */
const KEYS = "$mod+k";

interface Props {
  session: Session;
  /** Whether there is room for an icon only. */
  isSmall: boolean;
}

/** Opens the palette, by a button and by keys: one field from which everything is reached. */
export function Palette({ session, isSmall }: Props) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useKeys("frame_keys_everywhere", [{ keys: KEYS, text: "frame_palette_open", run: open }]);
  return (
    <>
      {isSmall ? (
        <IconButton icon={Search} label={text("frame_palette")} keys={KEYS} onPress={open} />
      ) : (
        <button type="button" className="palette-button" onClick={onPressed(open)}>
          <Search className="icon" aria-hidden />
          <span className="palette-button__text">{text("frame_palette_search")}</span>
          <span className="palette-button__keys" aria-hidden="true">
            <Keys keys={KEYS} />
          </span>
        </button>
      )}
      {isOpen && (
        <PaletteDialog session={session} onClose={() => setOpen(false)} onFail={() => setOpen(false)} />
      )}
    </>
  );
}
