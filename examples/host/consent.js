// What a consent tool does when the visitor has chosen (docs/widget.md#consent). The stub queues calls until the widget's
// script has run.
window.PSN ||= (...call) => {
  window.PSN.q = [...(window.PSN.q ?? []), call];
};

const CHOICE = "consent-for-feedback";
const TEXTS = {
  true: "You have agreed: the widget is in the corner.",
  false: "You have declined: the widget is gone, and what it had stored is erased.",
};

function apply(isGiven) {
  window.PSN("consent", isGiven);
  document.querySelector("#consent-status").textContent = TEXTS[isGiven];
}

for (const button of document.querySelectorAll("[data-consent-choice]")) {
  button.addEventListener("click", () => {
    const isGiven = button.dataset.consentChoice === "true";
    localStorage.setItem(CHOICE, isGiven);
    apply(isGiven);
  });
}

const stored = localStorage.getItem(CHOICE);
if (stored !== null) apply(stored === "true");
