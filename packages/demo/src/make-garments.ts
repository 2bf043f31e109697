import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import { demoGarments } from './garments/demo-garments.js'
import { madeGarment } from './made.js'

// `node packages/demo/dist/make-garments.js <folder> <name> ...` makes garments one after the other at the lowest
// priority. It reports each garment to the parent process.

const [folder, ...names] = process.argv.slice(2)
if (!folder || names.length === 0) throw new Error('Usage: make-garments.js <folder> <name> ...')
process.on('disconnect', () => process.exit(1))
setPriority(19)
mkdirSync(folder, { recursive: true })
for (const name of names) {
  const garment = demoGarments.find((each) => each.name === name)
  if (!garment) throw new Error(`Unknown garment ${name}. Known: ${demoGarments.map((each) => each.name).join(', ')}`)
  const file = path.join(folder, `${garment.name}.glb`)
  // The file gets its final name only when it is complete, so that a partial file is never used.
  writeFileSync(`${file}.part`, await madeGarment(garment))
  renameSync(`${file}.part`, file)
  process.send?.(garment.name)
}
process.exit(0)
