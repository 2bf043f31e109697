import type { Measurement } from '../../lib/hosts.js'

interface Layer {
  dataLayer?: unknown[]
}

/** Reports the route's path instead of address and title, which may hold private data. */
export function measure({ id, script }: Measurement): (path: string) => void {
  const layer = ((window as Layer).dataLayer ??= [])
  // gtag recognises commands by being an Arguments object.
  const gtag = (...args: unknown[]) => layer.push(Object.assign(args, { [Symbol.toStringTag]: 'Arguments' }))
  gtag('js', new Date())
  gtag('config', id, { send_page_view: false })
  document.head.append(Object.assign(document.createElement('script'), { src: script, async: true }))
  return (path) =>
    gtag('event', 'page_view', { page_location: location.origin + path, page_title: path, page_referrer: '' })
}
