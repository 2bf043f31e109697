import { forcedColours, isPage } from '@toile/contracts/pages.constants'
import type { Config } from '@toile/runtime/config'
import type { Db } from '@toile/db/client'
import { findImages } from '@toile/db/queries/images'
import { canSeeWork, findWork } from '@toile/db/queries/works'
import { cardPicture, type PageHead } from './page-head.js'
import { imageView } from './views/images.js'
import type { Links } from './views/links.js'

/** How a page of the web client is answered: the client draws the rest. */
export interface PageAnswer {
  status: 200 | 404
  head: PageHead
}

interface Parts {
  config: Pick<Config, 'publicUrl'>
  db: Db
  links: Links
}

/** As in web/index.html. */
const DESCRIPTION = 'Toile is a global 3D stylists community: share, browse and publish 3D fashion works.'
/** The page at a URL when nothing can be looked up: it is shown, and not indexed. */
export function plainPage(url: string): PageAnswer {
  return { status: 200, head: { title: 'Toile', description: DESCRIPTION, url, index: false } }
}

const workPath = /^\/(?:project|embed)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i
/** Pages of one person, or of nobody yet. */
const unlisted = /^\/(admin|backgroundAdmin|upload|login|social|compare)(\/|$)/

/**
 * The status and head of the page at a path. A work that is not for everyone looks the same as none: whoever carries a
 * session gets the page, because it may be theirs and the client asks as them; everyone else gets 404.
 */
export async function answerPage({ config, db, links }: Parts, path: string, hasSession: boolean): Promise<PageAnswer> {
  const colours = forcedColours(path)
  const head = { title: 'Toile', description: DESCRIPTION, url: config.publicUrl + path, colours }
  if (!isPage(path)) return { status: 404, head: { ...head, index: false } }
  if (!/^\/(project|embed)\//.test(path)) return { status: 200, head: { ...head, index: !unlisted.test(path) } }
  const id = workPath.exec(path)?.[1]
  const work = id && (await findWork(db, id))
  if (!work || !canSeeWork(work, undefined)) return { status: hasSession ? 200 : 404, head: { ...head, index: false } }
  const [cover] = work.cover_id ? await findImages(db, [work.cover_id]) : []
  const image = cover && cardPicture(imageView(cover, links), work.title)
  const title = `${work.title} · ${work.nickname || work.username} · Toile`
  const url = `${config.publicUrl}/project/${work.id}`
  return {
    status: 200,
    head: {
      title,
      description: work.intro || DESCRIPTION,
      url,
      colours,
      oembedUrl: `${config.publicUrl}/oembed?url=${encodeURIComponent(url)}`,
      index: true,
      ...(image && { image }),
    },
  }
}
