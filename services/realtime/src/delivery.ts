import type { LiveMessage } from '@toile/bus/live-stream'
import type { ServerToClient } from '@toile/contracts/live'
import type { Language } from '@toile/contracts/languages.constants'
import { notificationText, type NotificationContent } from '@toile/contracts/notifications/notification-words'
import { messageText } from '@toile/contracts/words'
import type { StoredFailure } from '@toile/contracts/failures'
import type { Links } from '@toile/runtime/links'
import type { Realtime } from './socket-types.js'

/** Emits to this process's sockets, with texts in each reader's language and files as links. */
export function deliver(io: Realtime, links: Links, { room, event, payload }: LiveMessage): void {
  const linked = withLink(payload, links)
  for (const id of io.of('/').adapter.rooms.get(room) ?? []) {
    const socket = io.of('/').sockets.get(id)
    socket?.emit(
      event,
      ...([inLanguage(event, linked, socket.data.language)] as unknown as Parameters<ServerToClient[typeof event]>),
    )
    if (event === 'session:revoked') socket?.disconnect(true)
  }
}

/** Makes clients refetch what is on screen, because messages may be missing. */
export function resync(io: Realtime): void {
  io.local.emit('resync', {})
}

/** Replaces file ids with signed links, which relay and workers cannot make. Only the room's members get the links. */
function withLink(payload: object, links: Links): object {
  const { previewUrl, image } = payload as { previewUrl?: string; image?: { variants: { url: string }[] } | null }
  const linkOf = (named: string | undefined): string | undefined => {
    const [, id, name = 'preview.webp'] = /^file:([^/]+)(?:\/(.+))?$/.exec(named ?? '') ?? []
    return id && links.file({ id, name, public: false })
  }
  const preview = linkOf(previewUrl)
  const variants = image?.variants.map((variant) => ({ ...variant, url: linkOf(variant.url) ?? variant.url }))
  return { ...payload, ...(preview && { previewUrl: preview }), ...(image && { image: { ...image, variants } }) }
}

function inLanguage(event: LiveMessage['event'], payload: object, language: Language): object {
  if (event === 'notification:new') return { ...payload, ...notificationText(payload as NotificationContent, language) }
  const failure = (payload as { failure?: StoredFailure }).failure
  if (!failure) return payload
  return { ...payload, failure: { ...failure, message: messageText(failure.code, failure.params, language) } }
}
