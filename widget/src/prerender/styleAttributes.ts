/** What React writes as a style: properties with plain values. Anything else could end the rule. */
const PLAIN = /^[\w\-.,:;%()! ]*$/;

/**
 * Moves style attributes, which the Content Security Policy refuses, into rules: `data-style="1"` and `[data-style="1"]{…}`.
 *
 * @throws for a style that could end its rule.
 */
export function moveStyles(markup: string): { html: string; rules: string } {
  const styles: string[] = [];
  // React escapes quotes in texts and values, so that this is an attribute.
  const html = markup.replace(/ style="([^"]*)"/g, (_attribute, style: string) => {
    if (!PLAIN.test(style)) throw new Error(`The style "${style}" cannot be moved into a rule.`);
    const known = styles.indexOf(style);
    const index = known === -1 ? styles.push(style) - 1 : known;
    return ` data-style="${index}"`;
  });
  const rules = styles.map((style, index) => `[data-style="${index}"]{${style}}`);
  return { html, rules: rules.join("") };
}
