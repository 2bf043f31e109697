import type { Render, RenderStatusMessage } from '@toile/contracts/renders/renders'
import { livingRenderStatuses, type RenderStatus } from '@toile/contracts/renders/renders.constants'

export interface LiveRender extends Render {
  /** When the ETA was received, in milliseconds of this device's clock. */
  etaMs: number
}

export type LiveStatus = RenderStatusMessage & { receivedAtMs: number }

export function renderNumber(number: number): string {
  return `R-${String(number).padStart(6, '0')}`
}

export function isLiving(status: RenderStatus): boolean {
  return (livingRenderStatuses as readonly RenderStatus[]).includes(status)
}

/**
 * Messages may be duplicated or late. A message counts as newer if its version is higher, or if the version is the same
 * and the progress is not lower.
 */
export function isNewer(
  message: Pick<RenderStatusMessage, 'version' | 'progress'>,
  than: Pick<Render, 'version' | 'progress'>,
): boolean {
  return message.version > than.version || (message.version === than.version && message.progress >= than.progress)
}

export function withLiveStatus(fetched: Render, fetchedMs: number, live: LiveStatus | undefined): LiveRender {
  if (!live || !isNewer(live, fetched)) return { ...fetched, etaMs: fetchedMs }
  const { status, progress, version, sample } = live
  const shown: LiveRender = {
    ...fetched,
    status,
    progress,
    version,
    awaitingApproval: live.awaitingApproval ?? false,
    etaMs: fetchedMs,
    ...(live.previewUrl && { previews: withPreview(fetched, live.previewUrl, sample) }),
  }
  // A message may lack `place` or `eta`. The fetched value then stays valid while the version is the same.
  const isSame = version === fetched.version
  const place = live.place ?? (isSame ? fetched.place : undefined)
  const eta = live.eta ?? (isSame ? fetched.eta : undefined)
  if (live.eta) shown.etaMs = live.receivedAtMs
  return replace(shown, { place, eta, failure: live.failure, retryable: live.retryable })
}

type TransientField = 'place' | 'eta' | 'failure' | 'retryable'

/** Removes each transient field that has no new value, because its fetched value no longer applies. */
function replace(shown: LiveRender, transient: { [K in TransientField]: LiveRender[K] | undefined }): LiveRender {
  const { place, eta, failure, retryable } = transient
  const rest = { ...shown }
  for (const name of ['place', 'eta', 'failure', 'retryable'] as const) delete rest[name]
  return {
    ...rest,
    ...(place !== undefined && { place }),
    ...(eta && { eta }),
    ...(failure && { failure }),
    ...(retryable !== undefined && { retryable }),
  }
}

/** Every message signs the link to a picture anew, so only the path of a link identifies its picture. */
function withPreview({ previews, samples }: Render, url: string, sample: number | undefined): Render['previews'] {
  const pathOf = (link: string) => link.split('?')[0]
  const last = previews.at(-1)
  return last && pathOf(last.url) === pathOf(url)
    ? previews
    : [...previews, { url, bytes: 0, samples: sample ?? samples }]
}

export function thumbnailOf({ outputs, previews }: Pick<Render, 'outputs' | 'previews'>): string | undefined {
  return outputs.find(({ type }) => type.startsWith('image/'))?.url ?? previews.at(-1)?.url
}
