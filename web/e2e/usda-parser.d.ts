declare module 'three/addons/loaders/usd/USDAParser.js' {
  /** Missing from three's types: the parser of USD's text format. */
  export class USDAParser {
    /** @returns the tree, with keys like `def Mesh "Dress"` @throws Error if the text is not USD */
    parseText(text: string): Record<string, unknown>
  }
}
