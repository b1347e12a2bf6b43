/**
 * Returns whether each word of a query begins a word of the text. Case, accents and the dot of the Turkish i do not count:
 * visitors type what is easy to type.
 */
export function matchesQuery(text: string, query: string): boolean {
  const words = fold(text).split(SEPARATORS);
  return fold(query)
    .split(SEPARATORS)
    .every((part) => words.some((word) => word.startsWith(part)) || isWithoutSpaces(part, text));
}

/** Scripts without spaces between words are searched anywhere in the text. */
function isWithoutSpaces(part: string, text: string): boolean {
  return (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
      part,
    ) && fold(text).includes(part)
  );
}

function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(/ı/g, "i")
    .trim();
}

const SEPARATORS = /[\s()/.,+-]+/;
