/** Where a page finds its parts; '' is the page's own origin. */
export interface Hosts {
  api: string
  socket: string
  files: string
}

/** The hosts for a page's host by the configured map; what the map does not name is the page's own origin. */
export function hostsFor(pageHost: string, map: Record<string, Partial<Hosts>>): Hosts {
  const own = Object.hasOwn(map, pageHost) ? map[pageHost] : undefined
  return { api: own?.api ?? '', socket: own?.socket ?? '', files: own?.files ?? '' }
}

let hosts: Hosts | undefined

/** The hosts of this page. The map stands in the document, as the operator configured it (HOSTS). */
export function getHosts(): Hosts {
  if (hosts) return hosts
  const text = document.querySelector<HTMLMetaElement>('meta[name=toile-hosts]')?.content
  try {
    hosts = hostsFor(location.host, JSON.parse(text || '{}') as Record<string, Partial<Hosts>>)
  } catch {
    hosts = hostsFor(location.host, {})
  }
  return hosts
}
