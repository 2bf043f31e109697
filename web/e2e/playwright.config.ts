import { defineConfig } from 'playwright/test'
import { testHost } from './host-names.js'

const window = { width: 1200, height: 750 }

/** Runs against a whole Toile at BASE_URL, in the Chromium at HEADLESS_SHELL_PATH or CHROMIUM_PATH. `npm test` brings both. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './global-setup.ts',
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
    // Each frame is drawn by a processor; what moves is tested where it says so.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    // The calls, the network and the console. Pictures of each step would cost every test, for the few that fail.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: {
      executablePath: process.env['HEADLESS_SHELL_PATH'] || process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
      // Root may not use Chromium's own sandbox; WebGL is drawn by the processor.
      args: [
        '--no-sandbox',
        `--host-resolver-rules=MAP ${testHost} 127.0.0.1`,
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--disable-gpu-compositing',
        '--disable-gpu-rasterization',
        // Half of what a processor needs for a frame. What smooth edges look like is tested where previews are drawn.
        '--webgl-antialiasing-mode=none',
      ],
    },
  },
})
