/** See https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy. */
export function isTrustworthyOrigin(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
