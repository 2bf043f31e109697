export interface Line {
  what: string
  measured: string
}
