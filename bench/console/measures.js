// Runs in the measured pages before their own scripts: tells when something is painted.
(() => {
  /** Resolves with the time, since the page was asked for, at which what `find` returns first is painted. */
  window.painted = (find) =>
    new Promise((resolve) => {
      const check = () => {
        if (!find()) return;
        observer.disconnect();
        // A message that is sent before a frame is painted arrives after it.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(null);
        });
      };
      const observer = new MutationObserver(check);
      observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
      check();
    });
  window.logHas = (text) => document.querySelector("[role=log]")?.textContent.includes(text);
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: "longtask" });
})();
