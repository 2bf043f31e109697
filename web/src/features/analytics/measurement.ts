import type { Measurement } from '../../lib/hosts.js'

interface Layer {
  dataLayer?: unknown[]
}

/** Loads Google Analytics. The returned function reports only routes: addresses and titles may hold private data. */
export function measure({ id, script }: Measurement): (path: string) => void {
  const layer = ((window as Layer).dataLayer ??= [])
  // gtag only accepts commands that are Arguments objects.
  const gtag = (...args: unknown[]) => layer.push(Object.assign(args, { [Symbol.toStringTag]: 'Arguments' }))
  gtag('js', new Date())
  gtag('config', id, { send_page_view: false })
  document.head.append(Object.assign(document.createElement('script'), { src: script, async: true }))
  return (path) =>
    gtag('event', 'page_view', { page_location: location.origin + path, page_title: path, page_referrer: '' })
}
