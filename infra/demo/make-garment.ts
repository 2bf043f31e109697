import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import { demoGarments } from './garments/demo-garments.js'
import { madeGarment } from './made.js'

// node infra/dist/demo/make-garment.js <name> <file.glb>: makes one demo garment, after everything else on this machine.

const [name, file] = process.argv.slice(2)
const garment = demoGarments.find((each) => each.name === name)
if (!garment || !file) throw new Error(`Say which and where: ${demoGarments.map((each) => each.name).join(', ')}`)
process.on('disconnect', () => process.exit(1))
setPriority(19)
const bytes = await madeGarment(garment)
mkdirSync(path.dirname(file), { recursive: true })
// Half a file must never be taken for a whole one.
writeFileSync(`${file}.part`, bytes)
renameSync(`${file}.part`, file)
process.exit(0)
