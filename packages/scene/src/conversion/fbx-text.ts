/** FBXLoader searches the first characters of any file, up to here, for the mark of a binary one. */
const MARK_CHARS = 200

/**
 * Without this, FBXLoader's parser fails or finds no mesh: it wants one tab per level, no braces in names, no commas
 * in an object's names, and no match for its binary mark.
 */
export function plainFbxText(text: string): string {
  let depth = 0
  const lines = text.split(/\r?\n/).map((line) => {
    const bare = line.trim()
    // Continuation lines of number lists, most of a file, take no indentation.
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
