import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import { demoGarments } from './garments/demo-garments.js'
import { madeGarment } from './made.js'

// node packages/demo/dist/make-garments.js <folder> <name> ...: makes demo garments one after the other, after everything else
// on this machine, and tells whoever started it of each that is there.

const [folder, ...names] = process.argv.slice(2)
if (!folder || names.length === 0) throw new Error('Say where, and which')
process.on('disconnect', () => process.exit(1))
setPriority(19)
mkdirSync(folder, { recursive: true })
for (const name of names) {
  const garment = demoGarments.find((each) => each.name === name)
  if (!garment) throw new Error(`There is no ${name}, but ${demoGarments.map((each) => each.name).join(', ')}`)
  const file = path.join(folder, `${garment.name}.glb`)
  // Half a file must never be taken for a whole one.
  writeFileSync(`${file}.part`, await madeGarment(garment))
  renameSync(`${file}.part`, file)
  process.send?.(garment.name)
}
process.exit(0)
