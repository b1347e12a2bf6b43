/** A command of the server's command line. */
export function CommandLine({ command }: { command: string }) {
  return (
    <pre className="command" dir="ltr">
      <code>{command}</code>
    </pre>
  );
}
