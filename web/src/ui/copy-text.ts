/**
 * Copies a text. False where the browser has no clipboard for us (pages without TLS have none) or does not let us: then
 * the text is to be shown, marked, for the person to copy.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
