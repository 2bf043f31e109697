import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeGarment } from '@toile/testing/garments'
import { linesOf } from '../test/lines-of.js'

const titles = [
  'Pleated dress in linen',
  'Wool crepe, bias cut',
  '亚麻百褶裙',
  'Organza study',
  'Twill dress, first fitting',
  '羊毛绉斜裁连衣裙',
  'Cotton voile, summer',
  'Sand, sea and plum',
  'Dress for a small stage',
  'Fitting no. 12',
]

/** Publishes a garment for each title as the demo creator, through everything that a person's file goes through. */
export async function fillHome(dataDir: string, signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-garments-'))
  try {
    for (const [index, title] of titles.entries()) {
      const file = path.join(folder, `garment-${index}.glb`)
      await writeFile(file, await makeGarment({ segments: 48, textureSize: 512, seed: index + 1 }))
      const args = [
        'infra/dist/cli/toile.js',
        'upload',
        file,
        '--as',
        'creator@toile.local',
        '--publish',
        '--title',
        title,
      ]
      const code = await linesOf(args, { env: { DATA_DIR: dataDir }, signal, onLine: () => {} })
      if (code !== 0) throw new Error(`publishing "${title}" ended with code ${code}`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
