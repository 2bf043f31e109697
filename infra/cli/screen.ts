/** Prints permanent lines and, on a terminal, a status line below them. */
export interface Screen {
  line(text: string): void
  /** Without a terminal, only landmarks are printed, to keep logs short. */
  status(text: string, landmark?: boolean): void
}

export function createScreen(out: NodeJS.WriteStream = process.stdout): Screen {
  let below = ''
  const clear = out.isTTY ? '\r\x1b[2K' : ''
  return {
    line(text) {
      out.write(`${clear}${text}\n${below}`)
    },
    status(text, landmark = false) {
      if (!out.isTTY) return void (landmark && out.write(`${text}\n`))
      below = text.slice(0, (out.columns || 80) - 1)
      out.write(`${clear}${below}`)
    },
  }
}
