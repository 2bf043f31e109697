// User text is cleaned the same way on client and server, so that the form and the server measure the same length.

const JOINED_SCRIPTS =
  'Arab Syrc Mand Nkoo Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Lana Bali'
const joined = JOINED_SCRIPTS.split(' ')
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')
/** Invisible characters to keep: tags of regional flags, variation selectors, joiners of emoji and complex scripts. */
const NEEDED = [
  String.raw`(?<=\u{1F3F4})[\u{E0020}-\u{E007E}]{1,16}\u{E007F}`,
  String.raw`(?<=[^\s\p{M}\p{Default_Ignorable_Code_Point}])[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[${joined}])[\u200C\u200D]`,
  String.raw`(?<=\p{sc=Mong})[\u180B-\u180D\u180F]`,
].join('|')
const unseen = new RegExp(String.raw`(${NEEDED})|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`, 'gu')
/** More than 32 marks in a row. No script puts that many on one letter, and NFC takes n² steps to sort n of them. */
const HEAPED = /(\p{M}{32})\p{M}+/gu
/** More than four marks in a row. No language needs that many, and they would overlap the neighbouring lines. */
const STACKED = /([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu
/** A visible character. U+2800 and U+1D159 do not count, because they are drawn as blanks. */
const SEEN = /[^\p{Z}\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u

/** The stored form: NFC, trimmed, without needless invisible characters and marks. Empty if nothing is visible. */
export function cleanText(text: string): string {
  const clean = text
    .replace(HEAPED, '$1')
    .normalize('NFC')
    .replace(unseen, (_, needed?: string) => needed ?? '')
    // Normalises again, because removing characters may have made others adjacent.
    .normalize('NFC')
    .replace(STACKED, '$1')
    .trim()
  return SEEN.test(clean) ? clean : ''
}

export const lengthOf = (text: string) => [...text].length
