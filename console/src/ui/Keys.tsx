import { Fragment } from "react";

const NAMES: Record<string, string> = {
  Escape: "Esc",
  Enter: "↵",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Control: "Ctrl",
  " ": "Space",
};

/** The keys of a shortcut in the syntax of tinykeys, such as `$mod+k` or `g i`, as they are on the reader's keyboard. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="keys" dir="ltr">
      {capsOf(keys).map((cap, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Keys do not change their order, and one can come twice.
        <Fragment key={index}>
          {index > 0 && " "}
          <kbd className="keys__cap">{cap}</kbd>
        </Fragment>
      ))}
    </span>
  );
}

/** Returns what stands on the keys to press, one after the other or together. */
export function capsOf(keys: string, isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent)): string[] {
  return keys
    .split(" ")
    .flatMap((press) => press.split(/\b\+/))
    .filter((key, index, all) => !(key === "Shift" && isSign(all[index + 1])))
    .map((key) => {
      if (key === "$mod") return isApple ? "⌘" : "Ctrl";
      if (key === "Alt") return isApple ? "⌥" : "Alt";
      if (key === "Shift") return isApple ? "⇧" : "Shift";
      return NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
    });
}

/** Whether it is a sign such as `?`: which keys give it differs by keyboard. */
function isSign(key: string | undefined): boolean {
  return key !== undefined && /^[^\p{L}\p{N}]$/u.test(key);
}
