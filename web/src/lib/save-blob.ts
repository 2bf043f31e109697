/** The URL must outlive the click: Safari on iOS asks before it saves, and Firefox reads the URL a moment later. */
const REVOKE_AFTER_MS = 60_000

export function saveBlob(blob: Blob, name: string, revokeAfterMs = REVOKE_AFTER_MS): void {
  const url = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
