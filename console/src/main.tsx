import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { createConsoleRouter } from "./app/router";
import { takeSecret } from "./links/secret";
import { followPerson } from "./session/person";
import { createQueries } from "./session/queries";
import { sessionQuery } from "./session/session";
import { loadTexts, preferredLanguage } from "./texts/languages";
import "./styles/index.css";

// Before anything else reads the address.
const secret = takeSecret();
const queries = createQueries();
followPerson(queries);
// Nearly every page needs it: it is asked for while texts and code are loading.
void queries.prefetchQuery(sessionQuery);
const router = createConsoleRouter(queries);
const preferred = preferredLanguage();
const root = document.querySelector("#root");

// Without the file of its texts the console is in English.
const [language, texts] = await loadTexts(preferred).then(
  (texts) => [preferred, texts] as const,
  async () => ["en", await loadTexts("en")] as const,
);
if (root) createRoot(root).render(<App {...{ queries, router, language, texts, secret }} />);
