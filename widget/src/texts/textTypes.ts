/** A text in forms for the plural categories of English. `by` names the placeholder whose number decides. */
export interface EnglishForms {
  readonly by: string;
  readonly one: string;
  readonly other: string;
}

/** A text of an English catalog. Its placeholders are names in braces, such as `{count}`. */
export type EnglishText = string | EnglishForms;

/** The English texts of one part of the application, by key. */
export type EnglishTexts = Readonly<Record<string, EnglishText>>;

/** A text in another language: one for all numbers, or forms by the categories of `Intl.PluralRules`. */
export type TranslatedText = string | Readonly<Record<string, string>>;

/** Numbers and texts for the placeholders of a text, by name. */
export type TextParams = Readonly<Record<string, number | string>>;

/** The arguments that a text needs. Where several keys are possible, as with messages of the engine, any params go. */
export type ParamsOf<English, Key extends keyof English> =
  IsUnion<Key> extends true
    ? [params?: TextParams | undefined]
    : [NamesIn<English[Key]>] extends [never]
      ? []
      : [params: Readonly<Record<NamesIn<English[Key]>, number | string>>];

type NamesIn<Text> = Text extends string
  ? Placeholders<Text>
  : Text extends { other: infer Other extends string }
    ? Placeholders<Other>
    : never;

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type IsUnion<Key, Whole = Key> = [Key] extends [never]
  ? false
  : Key extends Whole
    ? [Whole] extends [Key]
      ? false
      : true
    : never;
