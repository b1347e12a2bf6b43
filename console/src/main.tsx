import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { takeSecret } from "./links/secret";
import { loadTexts, preferredLanguage } from "./texts/languages";
import "./styles/index.css";

// Before anything else reads the address.
const secret = takeSecret();
const preferred = preferredLanguage();
const root = document.querySelector("#root");

// Without the file of its texts the console is in English.
const [language, texts] = await loadTexts(preferred).then(
  (texts) => [preferred, texts] as const,
  async () => ["en", await loadTexts("en")] as const,
);
if (root) createRoot(root).render(<App language={language} texts={texts} secret={secret} />);
