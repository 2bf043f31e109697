import type { LiveEvent } from '@toile/contracts/live'
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

/** Drops the server's messages that match. `send` sends the page a message once the page is connected. */
export async function takeOverLive(page: Page, dropped: RegExp) {
  let latest: WebSocketRoute
  let onConnect: () => void
  const connected = new Promise<void>((resolve) => (onConnect = resolve))
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((frame) => {
      if (!dropped.test(String(frame))) socket.send(frame)
      if (!String(frame).startsWith('40')) return
      latest = socket
      onConnect()
    })
  })
  const send = async (event: LiveEvent, payload: object) => {
    await connected
    latest.send(`42${JSON.stringify([event, payload])}`)
  }
  return { connected, send }
}
