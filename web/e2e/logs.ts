import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(process.env['DATA_DIR'] ?? 'data', 'logs')
const names = () => (existsSync(folder) ? readdirSync(folder) : [])

/** Notes how far the logs of Toile's processes are; `write` puts what was written since into a folder. */
export function collectLogs(): { write: (to: string) => void } {
  const before = new Map(names().map((name) => [name, statSync(path.join(folder, name)).size]))
  return {
    write(to) {
      mkdirSync(to, { recursive: true })
      for (const name of names()) {
        const written = readFileSync(path.join(folder, name)).subarray(before.get(name) ?? 0)
        if (written.length) writeFileSync(path.join(to, name), written)
      }
    },
  }
}
