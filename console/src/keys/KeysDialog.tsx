import { useText } from "../texts/TextsProvider";
import { Dialog } from "../ui/Dialog";
import { Button } from "../ui/Button";
import { Keys } from "./Keys";
import type { KeyGroup } from "./registry";

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
      <div className="keys">
        {merged(groups).map(({ title, keys }) => (
          <section key={title} className="keys__group">
            <h3 className="keys__title">{text(title)}</h3>
            <dl className="keys__list">
              {keys.map((key) => (
                <div key={key.keys} className="keys__row">
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
      <label className="keys__switch">
        <input
          type="checkbox"
          role="switch"
          checked={areCharactersOn}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <span>
          {text("frame_keys_characters")}
          <span className="small soft keys__hint">{text("frame_keys_characters_hint")}</span>
        </span>
      </label>
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
