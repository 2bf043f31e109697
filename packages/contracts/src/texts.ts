// What people write, as it is stored and counted: on both sides, so that nobody is refused what the form allowed.

const JOINED_SCRIPTS =
  'Arab Syrc Mand Nkoo Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Lana Bali'
const joined = JOINED_SCRIPTS.split(' ')
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')
/**
 * Signs that show nothing by themselves but are needed where they stand: the letters of a flag's region, the chosen form
 * of a character, what joins emoji, and what joins and parts the letters of Arabic, Indic and similar scripts.
 */
const NEEDED = [
  String.raw`(?<=\u{1F3F4})[\u{E0020}-\u{E007E}]{1,16}\u{E007F}`,
  String.raw`(?<=[^\s\p{M}\p{Default_Ignorable_Code_Point}])[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[${joined}])[\u200C\u200D]`,
  String.raw`(?<=\p{sc=Mong})[\u180B-\u180D\u180F]`,
].join('|')
const unseen = new RegExp(String.raw`(${NEEDED})|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`, 'gu')
/** More marks than that on one letter are no writing; ordering n of them, as NFC does, takes n² steps. */
const HEAPED = /(\p{M}{32})\p{M}+/gu
/** As many marks as any language puts on one letter; more of them would paint over the lines around. */
const STACKED = /([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu
/** U+2800 and U+1D159 are drawn, as nothing. */
const SEEN = /[^\p{Z}\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u

/**
 * As it is stored: composed, without space around it, what nobody sees and marks heaped upon marks. Empty where nothing of
 * it shows.
 */
export function cleanText(text: string): string {
  const clean = text
    .replace(HEAPED, '$1')
    .normalize('NFC')
    .replace(unseen, (_, needed?: string) => needed ?? '')
    // What stood apart may compose now.
    .normalize('NFC')
    .replace(STACKED, '$1')
    .trim()
  return SEEN.test(clean) ? clean : ''
}

/** Code points of a clean text. */
export const lengthOf = (text: string) => [...text].length
