export type Cell = string | number | null

/** Byte order mark, by which spreadsheets recognise UTF-8. */
export const CSV_MARK = '\ufeff'

/** Rows as CSV, with byte order mark and CRLF. No cell can run as a formula in a spreadsheet. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return CSV_MARK + rows.map(csvLine).join('')
}

export function csvLine(cells: readonly Cell[]): string {
  return cells.map(written).join(',') + '\r\n'
}

/**
 * Matches texts that spreadsheets run as formulas (CWE-1236). An apostrophe in front of the text prevents this. Texts
 * that begin with an apostrophe get one more, so that readers can remove the first apostrophe of every such text.
 */
const FORMULA = /^[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20']/

function written(cell: Cell): string {
  if (cell === null) return ''
  const runs = typeof cell === 'string' && (FORMULA.test(cell) || FORMULA.test(cell.trimStart()))
  const text = runs ? `'${cell}` : String(cell)
  return /[",\r\n;\t]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
