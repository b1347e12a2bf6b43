import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { SecretContext } from "../links/secret";
import type { Texts } from "../texts/en";
import type { Language } from "../texts/languages";
import { TextsProvider } from "../texts/TextsProvider";
import type { ConsoleRouter } from "./router";

interface Props {
  queries: QueryClient;
  router: ConsoleRouter;
  language: Language;
  texts: Texts;
  /** What the page was opened with, behind the `#` of its address. */
  secret: string | null;
}

/** The console. */
export function App({ queries, router, language, texts, secret }: Props) {
  return (
    <QueryClientProvider client={queries}>
      <TextsProvider language={language} texts={texts}>
        <SecretContext value={secret}>
          <RouterProvider router={router} />
        </SecretContext>
      </TextsProvider>
    </QueryClientProvider>
  );
}
