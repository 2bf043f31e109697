import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../start/processes.js'
import { makeDocument } from './document.js'
import { findGaps } from './gaps.js'
import { readRequirements, readRows } from './lists.js'
import { findProofs } from './proofs.js'

// npm run threats: writes docs/threats.md, and says what is missing in it.

const lists = { rows: readRows(root), requirements: readRequirements(root), proofs: findProofs(root) }
writeFileSync(path.join(root, 'docs/threats.md'), makeDocument(lists))
const { withoutTest, withoutAnswer, unknown, withoutFile } = findGaps(root, lists)
const say = (what: string, ids: string[]) => ids.length > 0 && console.log(`${what}: ${ids.join(' ')}`)
say('Threats without a test', withoutTest)
say('Requirements without an answer', withoutAnswer)
say('Ids that there are not', unknown)
say('Files that are not there', withoutFile)
