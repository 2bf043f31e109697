import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@toile/runtime/root'

export function packageVersion(name: string): string {
  const manifest = readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
