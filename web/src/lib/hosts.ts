/** Where a page finds its parts; '' is the page's own origin. Files have absolute addresses, made by the API. */
export interface Hosts {
  api: string
  socket: string
  /** Somebody else's, where the operator has set one for this host. */
  measurement?: Measurement
}

/** A measurement in the manner of gtag.js. */
export interface Measurement {
  id: string
  script: string
}

/** The hosts for a page's origin by the configured map; what the map does not name is that origin itself. */
export function hostsFor(pageOrigin: string, map: Record<string, Partial<Hosts>>): Hosts {
  return { api: '', socket: '', ...(Object.hasOwn(map, pageOrigin) && map[pageOrigin]) }
}

let hosts: Hosts | undefined

/** The hosts of this page. The map stands in the document, as the operator configured it (HOSTS). */
export function getHosts(): Hosts {
  if (hosts) return hosts
  const text = document.querySelector<HTMLMetaElement>('meta[name=toile-hosts]')?.content
  try {
    hosts = hostsFor(location.origin, JSON.parse(text || '{}') as Record<string, Partial<Hosts>>)
  } catch {
    hosts = hostsFor(location.origin, {})
  }
  return hosts
}

/**
 * The whole address of a call. Signing in by a provider goes over the page's own host: it acts on cookies, which another
 * site could neither set for this one nor be trusted with.
 */
export function addressOf(path: string): string {
  return (/^\/(social|me\/identities)\//.test(path) ? '' : getHosts().api) + path
}
