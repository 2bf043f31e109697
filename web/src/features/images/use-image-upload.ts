import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '@toile/contracts/paths'
import type { Crop, Image } from '@toile/contracts/images/images'
import { MAX_IMAGE_BYTES, type ImagePurpose } from '@toile/contracts/images/images.constants'
import { api } from '../../lib/api.js'
import { callHeaders, nonApiErrorMessage } from '../../lib/request.js'
import { useLive } from '../../lib/socket.js'
import { addressOf } from '../../lib/hosts.js'
import { splitPath } from '../../lib/payload.js'
import { translate } from '../../i18n/index.js'

/** This list is only a filter for the file picker. The server checks the bytes of the file. */
export const ACCEPTED_IMAGES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** An upload fails after this time without progress. A mobile network may be gone for a minute. */
const STALL_MS = 120_000

export type UploadPhase =
  | { name: 'idle' }
  | { name: 'sending'; fraction: number }
  | { name: 'preparing' }
  | { name: 'failed'; message: string }

/** `send` starts or restarts the upload, and `onReady` gets the processed image once. Unmounting aborts the upload. */
export function useImageUpload(purpose: ImagePurpose, onReady: (image: Image) => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [phaseOfSending, setSending] = useState<UploadPhase>({ name: 'idle' })
  const [id, setId] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  const queryKey = ['images', id]
  const { data: image, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.getImage({ id: id! }, { signal }),
    enabled: id !== undefined,
    staleTime: Infinity,
  })
  useLive('image:status', (message) => {
    if (message.id === id) void queryClient.invalidateQueries({ queryKey })
  })

  const isReady = image?.status === 'ready'
  const reportReady = useEffectEvent(() => {
    setId(undefined)
    setSending({ name: 'idle' })
    onReady(image!)
  })
  useEffect(() => {
    if (isReady) reportReady()
  }, [isReady])
  useEffect(() => () => stop.current?.abort(new Error('left')), [])

  async function send(file: Blob, crop?: Crop): Promise<void> {
    stop.current?.abort(new Error('replaced'))
    const own = (stop.current = new AbortController())
    setId(undefined)
    if (file.size > MAX_IMAGE_BYTES) {
      const limitMegabytes = MAX_IMAGE_BYTES / 1024 ** 2
      return setSending({ name: 'failed', message: t('picture.tooLarge', { limitMegabytes }) })
    }
    setSending({ name: 'sending', fraction: 0 })
    const onProgress = (fraction: number) => setSending({ name: 'sending', fraction })
    try {
      setId(await sendImage({ file, purpose, crop, onProgress, signal: own.signal }))
      setSending({ name: 'preparing' })
    } catch (failure) {
      if (!own.signal.aborted) setSending({ name: 'failed', message: (failure as Error).message })
    }
  }

  const failed = image?.failure?.message ?? error?.message
  const phase: UploadPhase = failed && id ? { name: 'failed', message: failed } : phaseOfSending
  return { phase, send }
}

interface SendImage {
  file: Blob
  purpose: ImagePurpose
  /** The section in pixels, measured after `crop.rotate` quarter turns. Without `crop`, the whole picture is used. */
  crop?: Crop | undefined
  onProgress: (fraction: number) => void
  signal: AbortSignal
}

/**
 * Resolves with the id of the image once the server has all bytes, before the image is ready. Uses XMLHttpRequest,
 * because the Fetch API reports no upload progress.
 * @throws an Error to show to the user, or the signal's reason
 */
function sendImage({ file, purpose, crop, onProgress, signal }: SendImage): Promise<string> {
  return new Promise((resolve, reject) => {
    const form = new FormData()
    form.append('purpose', purpose)
    if (crop) form.append('crop', JSON.stringify(crop))
    form.append('file', file)
    const request = new XMLHttpRequest()
    const [method, path] = splitPath(paths.createImage)
    request.open(method, addressOf(path))
    for (const [name, value] of Object.entries(callHeaders(path))) request.setRequestHeader(name, value)
    let stalled: ReturnType<typeof setTimeout> | undefined
    const onAlive = () => {
      clearTimeout(stalled)
      stalled = setTimeout(() => {
        reject(new Error(translate('errors.timeout')))
        request.abort()
      }, STALL_MS)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      onAlive()
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      const body = parse(request.responseText)
      if (request.status === 202 && body.id) resolve(body.id)
      else reject(new Error(body.message ?? nonApiErrorMessage(request.status)))
    }
    request.onloadend = () => clearTimeout(stalled)
    request.onerror = () => reject(new Error(translate('errors.network')))
    request.onabort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    onAlive()
    request.send(form)
  })
}

function parse(text: string): { id?: string; message?: string } {
  try {
    return JSON.parse(text) as { id?: string; message?: string }
  } catch {
    return {}
  }
}
