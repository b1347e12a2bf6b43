import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { TextKey } from "../texts/en";
import { InDialog } from "../ui/InDialog";
import { latePart } from "../ui/latePart";
import { storeCharacterKeys, storedCharacterKeys } from "./characterKeys";
import { createKeyRegistry, type Key, type KeyGroup, type KeyRegistry } from "./registry";

const KeysDialog = latePart(async () => (await import("./KeysDialog")).KeysDialog);

interface State {
  registry: KeyRegistry;
  showKeys: () => void;
}

const KeysContext = createContext<State | null>(null);

/** Listens to the keys of what is in it, and lists them. */
export function KeysProvider({ children }: { children: ReactNode }) {
  const [areCharactersOn, setCharactersOn] = useState(storedCharacterKeys);
  const areOn = useRef(areCharactersOn);
  const [registry] = useState(() => createKeyRegistry(() => areOn.current));
  const [listed, setListed] = useState<KeyGroup[] | null>(null);
  useLayoutEffect(() => {
    addEventListener("keydown", registry.press);
    return () => removeEventListener("keydown", registry.press);
  }, [registry]);
  const showKeys = useCallback(() => setListed(registry.groups()), [registry]);
  const state = useMemo(() => ({ registry, showKeys }), [registry, showKeys]);
  const choose = (areCharactersOn: boolean) => {
    areOn.current = areCharactersOn;
    setCharactersOn(areCharactersOn);
    storeCharacterKeys(areCharactersOn);
  };
  return (
    <KeysContext value={state}>
      {children}
      <ListKey />
      {listed && (
        <KeysDialog
          groups={listed}
          areCharactersOn={areCharactersOn}
          onChoose={choose}
          onClose={() => setListed(null)}
          onFail={() => setListed(null)}
        />
      )}
    </KeysContext>
  );
}

/**
 * Lets keys do something as long as the component is drawn. `?` lists them under the title of the group.
 *
 * They do nothing while somebody writes, unless Control, Alt or Command are held, and nothing while a dialog is open, unless the
 * component is in the dialog.
 */
export function useKeys(title: TextKey, keys: readonly Key[]): void {
  const registry = useContext(KeysContext)?.registry;
  const isOfDialog = useContext(InDialog);
  const latest = useRef<KeyGroup>({ title, keys, isOfDialog });
  // Keys mean what is shown, from the moment on in which it is.
  useLayoutEffect(() => {
    latest.current = { title, keys, isOfDialog };
  });
  useLayoutEffect(() => registry?.add(() => latest.current), [registry]);
}

/** Returns what opens the list of keys. */
export function useShowKeys(): () => void {
  return useContext(KeysContext)?.showKeys ?? doNothing;
}

function ListKey() {
  const showKeys = useShowKeys();
  useKeys("frame_keys_everywhere", [{ keys: "Shift+?", text: "frame_keys_list", run: showKeys }]);
  return null;
}

const doNothing = () => {};
