/**
 * Adds style rules to the page, for good or until the returned function is called. As an adopted sheet: the page's
 * policy allows no style elements.
 */
export function adoptStyles(css: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}
