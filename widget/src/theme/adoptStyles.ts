/**
 * Adds CSS rules to the page and returns a function that removes them. Uses an adopted stylesheet because the Content
 * Security Policy allows no `<style>` elements (docs/api.md#content-security-policy).
 */
export function adoptStyles(css: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}
