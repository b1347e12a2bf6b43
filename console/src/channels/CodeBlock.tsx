import { CommandLine } from "../ui/CommandLine";
import { CopyButton } from "../ui/CopyButton";

/** Lines to copy into something else. */
export function CodeBlock({ value, label }: { value: string; label: string }) {
  return (
    <figure className="channels-code" aria-label={label}>
      <CommandLine command={value} />
      <div className="actions">
        <CopyButton value={value} />
      </div>
    </figure>
  );
}
