/** The parser looks for the mark of a binary file at places up to here, in any text. */
const MARK_CHARS = 200

/**
 * FBX in text as three's parser wants it: a tab for each level, no brackets in names, no comma in an object's, and a
 * comment where it takes single letters for the mark of a binary file. Without that it fails, or finds no mesh.
 */
export function plainFbxText(text: string): string {
  let depth = 0
  const lines = text.split(/\r?\n/).map((line) => {
    const bare = line.trim()
    // What goes on with a list of numbers, most of a file, stands at the line's start.
    if (!/[":{}]/.test(bare) || bare.startsWith(';')) return bare
    const plain = withinQuotes(bare, /[{}]/g)
    if (plain.startsWith('}')) depth = Math.max(0, depth - 1)
    const indent = '\t'.repeat(depth)
    if (!plain.endsWith('{')) return indent + plain
    depth++
    return indent + withinQuotes(plain, /,/g)
  })
  return `${';'.repeat(MARK_CHARS)}\n${lines.join('\n')}`
}

const withinQuotes = (line: string, unwanted: RegExp) =>
  line.replace(/"[^"]*"/g, (quoted) => quoted.replace(unwanted, '_'))
