const ROW = /^\| (\d\.\d+\.\d+) ([^|]+) \| ([^|]+) \|([^|]*)\|[^|]*\|$/;

/** What a row says of a criterion that a test proves. */
const PROVEN = /^Supports/;

/**
 * Fills in the proofs of the table: the files whose tests name a criterion as a tag and have passed.
 *
 * @param {string} document `docs/accessibility.md`
 * @param {Record<string, Record<string, boolean>>[]} results of each run: criterion, file, whether all its tests have passed
 * @returns {{ text: string, problems: string[] }}
 */
export function fillIn(document, results) {
  const files = new Map();
  for (const [criterion, file, hasPassed] of results.flatMap(entries)) {
    if (hasPassed) files.set(criterion, [...(files.get(criterion) ?? []), file]);
  }
  const problems = [];
  const rows = new Set();
  const text = document.replace(/^.*$/gm, (line) => {
    const [, criterion, name, status, how] = ROW.exec(line) ?? [];
    if (criterion === undefined) return line;
    rows.add(criterion);
    const proofs = files.get(criterion)?.toSorted() ?? [];
    if (PROVEN.test(status) && proofs.length === 0)
      problems.push(`${criterion} says “${status}”, and no test that passed has the tag \`@${criterion}\`.`);
    if (/^(Reviewed|Not applicable)/.test(status) && proofs.length > 0)
      problems.push(`${criterion} says “${status}”, but tests of ${proofs.join(", ")} prove it.`);
    const proof = proofs.map((file) => ` \`${file}\``).join(",");
    return `| ${criterion} ${name} | ${status} |${how}|${proof} |`;
  });
  for (const criterion of files.keys()) {
    if (!rows.has(criterion)) problems.push(`${criterion} is the tag of a test, and has no row.`);
  }
  return { text, problems };
}

function entries(result) {
  return Object.entries(result).flatMap(([criterion, files]) =>
    Object.entries(files).map(([file, hasPassed]) => [criterion, file, hasPassed]),
  );
}
