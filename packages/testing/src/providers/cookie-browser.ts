// These are the parts of a browser that sign-in needs: cookies and redirects. The pages are tested in Chromium.

const MAX_REDIRECTS = 10

export interface CookieBrowser {
  /** Cookies by name. All go to every address, because all test servers are on 127.0.0.1 and cookies ignore ports. */
  cookies: Map<string, string>
  send(url: string, init?: RequestInit): Promise<Response>
  /** Opens a page and follows redirects. Stops before a redirect to an address that starts with `until`. */
  visit(url: string, until?: string): Promise<{ url: string; html: string }>
}

/** Every request has the headers `always`, unless its own headers replace them. `signal` cancels requests. */
export function openCookieBrowser(always: Record<string, string> = {}, signal?: AbortSignal): CookieBrowser {
  const cookies = new Map<string, string>()
  const send: CookieBrowser['send'] = async (url, init = {}) => {
    const headers = new Headers({ ...always, ...Object.fromEntries(new Headers(init.headers)) })
    if (cookies.size) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(url, { signal: signal ?? null, ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) keep(cookies, line)
    return answer
  }
  return {
    cookies,
    send,
    async visit(start, until) {
      let url = start
      for (let i = 0; i < MAX_REDIRECTS; i++) {
        if (until && i > 0 && url.startsWith(until)) return { url, html: '' }
        const answer = await send(url, { headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin' } })
        const location = answer.headers.get('location')
        const html = await answer.text()
        if (!location) {
          if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${html}`)
          return { url, html }
        }
        url = new URL(location, url).href
      }
      throw new Error(`More than ${MAX_REDIRECTS} redirects from ${start}`)
    },
  }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name, value] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
  if (!name) return
  const expires = /;\s*expires=([^;]+)/i.exec(line)?.[1]
  const isGone = /;\s*max-age=(0|-\d+)\s*(;|$)/i.test(line) || (expires && new Date(expires).getTime() <= Date.now())
  if (isGone) cookies.delete(name)
  else cookies.set(name, value ?? '')
}
