/** FBXLoader refuses a text if one of 20 characters, all among the first 191, matches its place in the binary mark. */
const MARK_CHARS = 200

/**
 * Rewrites a text .fbx for FBXLoader, which otherwise fails or finds no mesh. FBXLoader needs one tab per level, no
 * braces in quoted texts, no commas in an object's names, and no accidental match for its binary mark.
 */
export function plainFbxText(text: string): string {
  let depth = 0
  const lines = text.split(/\r?\n/).map((line) => {
    const bare = line.trim()
    // Continuation lines of number lists, which make up most of a file, need no indentation.
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
