import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { SecretContext } from "../links/secret";
import { followPerson } from "../session/person";
import { createQueries } from "../session/queries";
import type { Texts } from "../texts/en";
import type { Language } from "../texts/languages";
import { TextsProvider } from "../texts/TextsProvider";
import { createConsoleRouter } from "./router";

interface Props {
  language: Language;
  texts: Texts;
  /** What the page was opened with, behind the `#` of its address. */
  secret: string | null;
}

/** The console. */
export function App({ language, texts, secret }: Props) {
  const [queries] = useState(createQueries);
  const [router] = useState(createConsoleRouter);
  useEffect(() => followPerson(queries), [queries]);
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
