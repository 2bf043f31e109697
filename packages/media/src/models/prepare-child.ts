import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createHash } from 'node:crypto'
import { serveIsolated } from '../sandbox-child.js'
import type { ModelFormat } from './formats.js'
import { guardModel } from './guard.js'
import { measureModel } from './measure.js'
import { openModel } from './open.js'
import { optimiseModel, readModel, writeSmallest } from './optimise.js'
import type { PreparedModel } from './prepare.js'
import { validateModel } from './validate.js'

// The script that prepareModel() runs as a child: everything that looks inside an uploaded model happens here.
serveIsolated<{ format: ModelFormat; workDir: string }>(
  async ({ format, workDir }, inputFd, progress): Promise<PreparedModel> => {
    progress('unpack', 0)
    const model = await openModel(inputFd, format)
    progress('guard', 0)
    await guardModel(model)
    progress('validate', 0)
    const report = await validateModel(model)
    progress('optimise', 0)
    const document = await readModel(model)
    await optimiseModel(document, (fraction) => progress('optimise', fraction))
    progress('measure', 0)
    const facts = measureModel(document)
    progress('write', 0)
    const bytes = await writeSmallest(document)
    const web = path.join(workDir, 'web.glb')
    await writeFile(web, bytes)
    return {
      web: { path: web, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
      report,
      facts,
    }
  },
)
