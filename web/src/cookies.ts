/** Reads a cookie of this page, decoded; undefined when absent or not decodable. */
export function readCookie(name: string): string | undefined {
  const prefix = `${name}=`
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(prefix))
  if (!found) return undefined
  try {
    return decodeURIComponent(found.slice(prefix.length))
  } catch {
    return undefined
  }
}

/** Sets a cookie for the whole site; `expiresAtMs` applies only when positive, else it lasts as long as the browser runs. */
export function writeCookie(name: string, value: string, expiresAtMs = 0): void {
  const expiry = expiresAtMs > 0 ? `; expires=${new Date(expiresAtMs).toUTCString()}` : ''
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; SameSite=Lax${expiry}${secure}`
}

export function removeCookie(name: string): void {
  writeCookie(name, '', 1)
}
