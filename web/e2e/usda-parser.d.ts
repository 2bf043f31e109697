declare module 'three/addons/loaders/usd/USDAParser.js' {
  /** Missing in three's types: the reader of USD's text form. */
  export class USDAParser {
    /** @returns the tree, with keys like `def Mesh "Dress"`. Throws unless the text is USD. */
    parseText(text: string): Record<string, unknown>
  }
}
