import type { Browser } from 'playwright-core'

/** Names of the software renderers of Chromium and Mesa. */
const SOFTWARE = /SwiftShader|llvmpipe/i

/** Returns the driver's name for the graphics card that pages render with, or undefined if no card can be used. */
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
