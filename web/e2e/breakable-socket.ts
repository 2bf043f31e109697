import type { Page, WebSocketRoute } from 'playwright/test'

/** A page's line for live updates, which a test can break and mend, as when the process at its other end dies. */
export async function breakableLine(page: Page): Promise<{ break: () => Promise<void>; mend: () => void }> {
  let isBroken = false
  const ends = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/socket\.io\//, (line) => {
    if (isBroken) return void line.close()
    ends.add(line).add(line.connectToServer())
  })
  return {
    async break() {
      isBroken = true
      const closing = [...ends].map((end) => end.close())
      ends.clear()
      await Promise.all(closing)
    },
    mend: () => void (isBroken = false),
  }
}
