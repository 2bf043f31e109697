/** Origins of the services. '' is the page's own origin. Files need no entry, because the API returns absolute URLs. */
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

/** Social sign-in always uses the page's own host, because an answer from another site could not set cookies here. */
export function addressOf(path: string): string {
  return (/^\/(social|me\/identities)\//.test(path) ? '' : getHosts().api) + path
}
