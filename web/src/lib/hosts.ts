/** Origins of the page's services; '' is the page's own. File URLs from the API are absolute. */
export interface Hosts {
  api: string
  socket: string
  measurement?: Measurement
}

export interface Measurement {
  id: string
  script: string
}

export function hostsFor(pageOrigin: string, map: Record<string, Partial<Hosts>>): Hosts {
  return { api: '', socket: '', ...(Object.hasOwn(map, pageOrigin) && map[pageOrigin]) }
}

let hosts: Hosts | undefined

/** Hosts for this page, from the operator's map (HOSTS) in the document's meta element. */
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

/** Social sign-in uses the page's own host, because it sets cookies, which another site cannot set for this one. */
export function addressOf(path: string): string {
  return (/^\/(social|me\/identities)\//.test(path) ? '' : getHosts().api) + path
}
