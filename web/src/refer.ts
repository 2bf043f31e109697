const KEY = 'refer'

/** Keeps `?refer=` of the first address for as long as this tab lives; registering sends it along. */
export function keepReferral(search: string): void {
  const refer = new URLSearchParams(search).get('refer')
  if (refer) sessionStorage.setItem(KEY, refer)
}

export function getReferral(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined
}
