import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Keys } from "../ui/Keys";
import { Switch } from "../ui/Switch";
import type { KeyGroup } from "./registry";
import "../styles/keys.css";

interface Props {
  groups: KeyGroup[];
  areCharactersOn: boolean;
  onChoose: (areCharactersOn: boolean) => void;
  onClose: () => void;
}

/** Lists the keys of the current page, and switches those of single characters off. */
export function KeysDialog({ groups, areCharactersOn, onChoose, onClose }: Props) {
  const text = useText();
  return (
    <Dialog title={text("frame_keys")} onClose={onClose}>
      <div className="key-list">
        {merged(groups).map(({ title, keys }) => (
          <section key={title} className="key-list__group">
            <h3 className="key-list__title">{text(title)}</h3>
            <dl className="key-list__list">
              {keys.map((key) => (
                <div key={key.keys} className="key-list__row">
                  <dt>{text(key.text)}</dt>
                  <dd>
                    <Keys keys={key.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label={text("frame_keys_characters")}
        hint={text("frame_keys_characters_hint")}
        isSelected={areCharactersOn}
        onChange={onChoose}
      />
      <div className="actions">
        <Button kind="secondary" onPress={onClose}>
          {text("frame_close")}
        </Button>
      </div>
    </Dialog>
  );
}

/** Puts groups with the same title together, without those that have nothing to list; the latest, those of the page, come first. */
function merged(groups: KeyGroup[]): Pick<KeyGroup, "title" | "keys">[] {
  const titles = [...new Set(groups.map(({ title }) => title))].reverse();
  return titles
    .map((title) => {
      const keys = groups
        .filter((group) => group.title === title)
        .flatMap((group) => group.keys)
        .filter(({ isOff }) => !isOff);
      return { title, keys: [...new Map(keys.map((key) => [key.keys, key])).values()] };
    })
    .filter(({ keys }) => keys.length > 0);
}
