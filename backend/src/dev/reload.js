// Reloads the page when the project has a newer version, and shows what is wrong with its files over the page.
(() => {
  const version = Number("{{version}}");
  // A frame belongs to the page that has opened it, which reloads itself.
  if (window !== window.top || window.pulsenDev) return;
  window.pulsenDev = true;
  const server = new URL(document.currentScript.src).origin;
  const RETRY_MS = 500;
  let known;
  let panel;
  let closed = "";

  const STYLES = `
    :host { all: initial; }
    section {
      position: fixed; inset-inline: 0; inset-block-end: 0; z-index: 2147483647; box-sizing: border-box;
      max-block-size: 50vh; overflow: auto; padding: 1rem 1.25rem; border-block-start: 4px solid;
      background: #1f1315; color: #fff; font: 14px/1.5 ui-monospace, monospace;
    }
    section.errors { border-color: #f87171; }
    section.warnings { border-color: #fbbf24; }
    header { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }
    h2 { margin: 0; font: 600 16px/1.5 system-ui, sans-serif; }
    button {
      min-inline-size: 44px; min-block-size: 44px; border: 1px solid currentColor; border-radius: 6px;
      padding-inline: 0.75rem; background: none; color: inherit; font: 14px/1.5 system-ui, sans-serif; cursor: pointer;
    }
    button:focus-visible { outline: 3px solid #fff; outline-offset: 2px; }
    ol { margin: 0; padding: 0; list-style: none; }
    li { margin-block-start: 0.5rem; white-space: pre-wrap; overflow-wrap: anywhere; }`;

  function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  function show(findings) {
    const text = findings.map((finding) => finding.text).join("\n");
    panel?.remove();
    panel = undefined;
    if (findings.length === 0 || text === closed) return;
    const hasErrors = findings.some((finding) => finding.is_error);
    const title = hasErrors ? "Not imported yet: correct this first" : "Imported, with warnings";
    const close = element("button", { type: "button", textContent: "Close" });
    const section = element(
      "section",
      { className: hasErrors ? "errors" : "warnings", lang: "en", dir: "ltr" },
      element("header", {}, element("h2", { textContent: title }), close),
      element("ol", {}, ...findings.map((finding) => element("li", { textContent: finding.text }))),
    );
    section.setAttribute("role", "alert");
    panel = element("pulsen-findings", {});
    close.addEventListener("click", () => {
      closed = text;
      panel.remove();
    });
    const root = panel.attachShadow({ mode: "open" });
    // Policies of pages forbid other styles, but not these.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    root.adoptedStyleSheets = [sheet];
    root.append(section);
    document.documentElement.append(panel);
  }

  async function follow() {
    for (;;) {
      try {
        const after = known === undefined ? "" : `?after=${known}`;
        const response = await fetch(`${server}/_dev/state${after}`, { cache: "no-store" });
        const state = await response.json();
        if (state.version !== version) return location.reload();
        if (state.sequence !== known) show(state.findings);
        known = state.sequence;
      } catch {
        // The program has ended; perhaps it is started again.
        known = undefined;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  follow();
})();
