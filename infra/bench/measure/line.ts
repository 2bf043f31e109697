/** One line of the table that `npm run bench` prints. */
export interface Line {
  what: string
  measured: string
}
