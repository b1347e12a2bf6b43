import { useResumeText } from "./texts/catalog";

/** Says which files of a run that is gone on with nobody has any more. */
export function LostFiles({ names }: { names: readonly string[] }) {
  const text = useResumeText();
  return (
    <div className="kept">
      <p role="status">{text("files_lost", { names: names.join(", ") })}</p>
    </div>
  );
}
