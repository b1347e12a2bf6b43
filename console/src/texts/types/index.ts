/** The same texts in another language. */
export type InLanguage<English> = Readonly<Record<keyof English, string>>;
