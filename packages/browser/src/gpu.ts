import type { Browser } from 'playwright-core'

/** What Chromium falls back to when it finds no graphics card, and Mesa's like of it. */
const SOFTWARE = /SwiftShader|llvmpipe/i

/** The graphics card that pages of this Chromium draw with, in the driver's words; undefined when there is none. */
export async function gpuOf(client: Browser): Promise<string | undefined> {
  const context = await client.newContext()
  try {
    const page = await context.newPage()
    const name = await page.evaluate(() => {
      const gl = document.createElement('canvas').getContext('webgl2')
      if (!gl) return ''
      const names = gl.getExtension('WEBGL_debug_renderer_info')
      return String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
    })
    return name === '' || SOFTWARE.test(name) ? undefined : name
  } finally {
    await context.close()
  }
}
