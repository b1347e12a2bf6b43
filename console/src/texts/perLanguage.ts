import type { Language } from "./languages";

/** Returns what gives the format of a language. Each is created once: that takes long. */
export function perLanguage<Format>(create: (language: Language) => Format): (language: Language) => Format {
  const formats = new Map<Language, Format>();
  return (language) => {
    const format = formats.get(language) ?? create(language);
    formats.set(language, format);
    return format;
  };
}

/** The same for formats of which each has options: always the same object for the same options. */
export function perOptions<Options extends object, Format>(
  create: (language: Language, options: Options) => Format,
): (language: Language, options: Options) => Format {
  const formats = new WeakMap<Options, (language: Language) => Format>();
  return (language, options) => {
    const format = formats.get(options) ?? perLanguage((language) => create(language, options));
    formats.set(options, format);
    return format(language);
  };
}
