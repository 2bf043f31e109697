declare module 'three/addons/loaders/usd/USDAParser.js' {
  /** Parses USD's text format into a tree with keys like `def Mesh "Dress"`. three's own types lack this class. */
  export class USDAParser {
    parseText(text: string): Record<string, unknown>
  }
}
