import type { Page, WebSocketRoute } from 'playwright/test'

/** A page's socket that a test can cut and restore, as if the realtime service had stopped and started again. */
export async function breakableSocket(page: Page): Promise<{ break: () => Promise<void>; mend: () => void }> {
  let isBroken = false
  const ends = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (isBroken) return void socket.close()
    ends.add(socket).add(socket.connectToServer())
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
