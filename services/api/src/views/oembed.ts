import type { ResponseOf } from '@toile/contracts/route'
import type { ImageRow } from '@toile/db/images/images'
import type { WorkRow } from '@toile/db/works/works'
import { escapeHtml } from '@toile/runtime/escape-html'
import { cardPicture } from '../http/page-head.js'
import { imageView } from './images.js'
import type { Links } from '@toile/runtime/links'
import type { Routes } from '@toile/contracts/routes'

const size = { width: 600, height: 800 }

export function workIdOf(address: string, publicUrl: string): string | undefined {
  const url = URL.parse(address)
  if (!url || url.origin !== new URL(publicUrl).origin) return undefined
  return /^\/(?:project|embed)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/.exec(url.pathname)?.[1]
}

/** The work in the oEmbed format, see https://oembed.com. */
export function oembedView(
  work: WorkRow,
  cover: ImageRow | undefined,
  room: { maxwidth?: number; maxheight?: number; publicUrl: string; links: Links },
): ResponseOf<Routes['oembed']> {
  const scale = Math.min(1, (room.maxwidth ?? size.width) / size.width, (room.maxheight ?? size.height) / size.height)
  const width = Math.floor(size.width * scale)
  const height = Math.floor(size.height * scale)
  const picture = cover && cardPicture(imageView(cover, room.links), work.title)
  const source = `${room.publicUrl}/embed/${work.id}`
  return {
    type: 'rich',
    version: '1.0',
    provider_name: 'Toile',
    provider_url: room.publicUrl,
    title: work.title,
    author_name: work.nickname || work.username,
    author_url: `${room.publicUrl}/creators/personalPage?id=${work.ownerId}`,
    html: `<iframe src="${source}" width="${width}" height="${height}" title="${escapeHtml(work.title)}" style="border:0" allow="fullscreen" loading="lazy"></iframe>`,
    width,
    height,
    ...(picture && {
      thumbnail_url: picture.url,
      thumbnail_width: picture.width,
      thumbnail_height: picture.height,
    }),
  }
}
