/** A text of some pages. A line is a paragraph, or a list where it is an array. */
export interface LegalText {
  title: string
  lead: string[]
  parts: { id: string; title: string; lines: (string | string[])[] }[]
}

export interface LegalTexts {
  terms: LegalText
  privacy: LegalText
  about: LegalText
}
