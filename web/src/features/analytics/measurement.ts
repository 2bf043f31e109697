import type { Measurement } from '../../lib/hosts.js'

interface Layer {
  dataLayer?: unknown[]
}

/**
 * Loads the measurement that the operator has set for this host, and returns what tells it of a page. It is told the page
 * as the routes name it, in place of the address and the title: those may say more than it is to know.
 */
export function measure({ id, script }: Measurement): (path: string) => void {
  const layer = ((window as Layer).dataLayer ??= [])
  // It tells a call from anything else by what a list of arguments says of itself.
  const gtag = (...args: unknown[]) => layer.push(Object.assign(args, { [Symbol.toStringTag]: 'Arguments' }))
  gtag('js', new Date())
  gtag('config', id, { send_page_view: false })
  document.head.append(Object.assign(document.createElement('script'), { src: script, async: true }))
  return (path) =>
    gtag('event', 'page_view', { page_location: location.origin + path, page_title: path, page_referrer: '' })
}
