declare module 'three/addons/loaders/usd/USDAParser.js' {
  /** The parser of USD's text format, which three's types lack. */
  export class USDAParser {
    /** @returns the tree, with keys like `def Mesh "Dress"` @throws Error if the text is not USD */
    parseText(text: string): Record<string, unknown>
  }
}
