declare module 'three/addons/loaders/usd/USDAParser.js' {
  /** three's reader of USD's text form, which its types leave out. */
  export class USDAParser {
    /** Gives the tree of the file; keys are like `def Mesh "Dress"`. Throws on what is not USD. */
    parseText(text: string): Record<string, unknown>
  }
}
