import { defineConfig } from 'playwright/test'

/**
 * Tests that end or stop a process, or judge how long something takes. `npm test` runs the others first, two at a time:
 * most of a test is waiting for a worker, and two fill two cores.
 */
const alone = /@alone/

const window = { width: 1200, height: 750 }

/** Runs against a whole Toile at BASE_URL, in the Chromium at CHROMIUM_PATH. `npm test` brings both. */
export default defineConfig({
  testDir: '.',
  globalSetup: './sign-in.ts',
  projects: [
    { name: 'together', testMatch: '*.e2e.ts', grepInvert: alone },
    { name: 'alone', testMatch: '*.e2e.ts', grep: alone },
  ],
  forbidOnly: true,
  retries: 0,
  // Bounds for a machine that is slow or shared; what passes does not wait for them.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  outputDir: '../../test-results/e2e',
  use: {
    baseURL: process.env['BASE_URL'] ?? 'http://localhost:8080',
    viewport: window,
    locale: 'en-US',
    colorScheme: 'light',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      // Root may not use Chromium's own sandbox; WebGL is drawn by the processor.
      args: [
        '--no-sandbox',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--disable-gpu-compositing',
        '--disable-gpu-rasterization',
      ],
    },
  },
})
