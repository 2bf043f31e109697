/** What one cell may hold; null is an empty one. */
export type Cell = string | number | null

/** The mark by which spreadsheets know UTF-8. */
export const CSV_MARK = '\ufeff'

/** A table as a spreadsheet reads it: UTF-8 with its mark, CRLF, and no cell that would be run as a formula. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return CSV_MARK + rows.map(csvLine).join('')
}

/** One row of it, with its end (RFC 4180). */
export function csvLine(cells: readonly Cell[]): string {
  return cells.map(written).join(',') + '\r\n'
}

/**
 * Spreadsheets run what begins so; the quotation mark before it makes a text of it (CWE-1236). A text that begins with
 * that mark gets one more, so that a reader who takes one mark away always has what was meant.
 */
const FORMULA = /^[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20']/

function written(cell: Cell): string {
  if (cell === null) return ''
  const runs = typeof cell === 'string' && (FORMULA.test(cell) || FORMULA.test(cell.trimStart()))
  const text = runs ? `'${cell}` : String(cell)
  return /[",\r\n;\t]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
