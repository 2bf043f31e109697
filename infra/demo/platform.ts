import type { Work, WorkCard } from '@toile/contracts/works/works'
import type { Db } from '@toile/db/client'
import { findLogin } from '@toile/db/users/users'
import type { Config } from '@toile/runtime/config'
import { callApi, type Api } from '../cli/api.js'
import { withSession } from '../cli/session.js'
import { makeDemoCourse } from './course.js'
import { demoCreators } from './garments/demo-garments.js'
import { offerDemoItems } from './market.js'

interface Platform {
  db: Db
  config: Pick<Config, 'apiUrl' | 'secret' | 'ffmpegPath'>
  /** Keeps the films that were made. */
  folder: string
  signal: AbortSignal
}

/** Puts a few things of the demo works into the market, and makes a course of their pictures. May run again. */
export async function fillPlatform({ db, config, folder, signal }: Platform): Promise<void> {
  const admin = await findLogin(db, 'admin@toile.local')
  if (!admin?.demo) return
  await withSession(db, admin, config.secret, async (token) => {
    const api = { url: config.apiUrl, token, signal }
    const works = await demoWorks(api)
    await offerDemoItems(db, works)
    await makeDemoCourse({ db, api, admin, works, folder, ffmpegPath: config.ffmpegPath })
  })
}

/** The released works of the demo creators, by title. */
async function demoWorks(api: Api): Promise<Map<string, Work>> {
  const names = new Set<string>(demoCreators.map(({ username }) => username))
  const { items } = await callApi<{ items: WorkCard[] }>(api, 'GET', '/works?limit=100')
  const works = new Map<string, Work>()
  for (const { id, creator } of items)
    if (names.has(creator.name)) {
      const work = await callApi<Work>(api, 'GET', `/works/${id}`)
      works.set(work.title, work)
    }
  return works
}
