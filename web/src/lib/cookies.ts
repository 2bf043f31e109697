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

/** Text that sets a site-wide cookie. Without a positive `expiresAtMs`, the cookie ends with the browser session. */
export function cookieText(name: string, value: string, expiresAtMs = 0, secure = false): string {
  const expiry = expiresAtMs > 0 ? `; expires=${new Date(expiresAtMs).toUTCString()}` : ''
  return `${name}=${encodeURIComponent(value)}; path=/; SameSite=Lax${expiry}${secure ? '; Secure' : ''}`
}

export function writeCookie(name: string, value: string, expiresAtMs = 0): void {
  document.cookie = cookieText(name, value, expiresAtMs, location.protocol === 'https:')
}

/** Removes the site-wide cookie, and cookies of the same name whose path is one of `folders`. */
export function removeCookie(name: string, folders: readonly string[] = []): void {
  writeCookie(name, '', 1)
  for (const folder of folders) document.cookie = `${name}=; path=${folder}; expires=Thu, 01 Jan 1970 00:00:00 GMT`
}
