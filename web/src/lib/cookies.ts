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

/**
 * A cookie for the whole site, as `document.cookie` takes it. `expiresAtMs` applies only when it is a positive time,
 * else the cookie lasts as long as the browser runs.
 */
export function cookieText(name: string, value: string, expiresAtMs = 0, secure = false): string {
  const expiry = expiresAtMs > 0 ? `; expires=${new Date(expiresAtMs).toUTCString()}` : ''
  return `${name}=${encodeURIComponent(value)}; path=/; SameSite=Lax${expiry}${secure ? '; Secure' : ''}`
}

export function writeCookie(name: string, value: string, expiresAtMs = 0): void {
  document.cookie = cookieText(name, value, expiresAtMs, location.protocol === 'https:')
}

/** Removes a cookie of the whole site and its namesakes of these folders. */
export function removeCookie(name: string, folders: readonly string[] = []): void {
  writeCookie(name, '', 1)
  for (const folder of folders) document.cookie = `${name}=; path=${folder}; expires=Thu, 01 Jan 1970 00:00:00 GMT`
}
