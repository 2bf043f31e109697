import { defineConfig } from 'playwright/test'
import { testHost } from './host-names.js'

const window = { width: 1200, height: 750 }

/** `npm test` provides BASE_URL and CHROMIUM_PATH. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './global-setup.ts',
  forbidOnly: true,
  retries: 0,
  // These are upper bounds for slow or shared machines, where the longest test was seen to take more than 180 s, and
  // some waits more than 60 s. Passing tests do not wait for them.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: 'list',
  outputDir: '../../test-results/e2e',
  use: {
    baseURL: process.env['BASE_URL'] ?? 'http://localhost:8080',
    viewport: window,
    locale: 'en-US',
    colorScheme: 'light',
    actionTimeout: 120_000,
    // The CPU draws all frames, so animations would slow down every test. Animations have their own tests.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    // Traces record calls, network and console. Screenshots and snapshots of pages would slow down every test.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium-headless-shell',
      // Root cannot use Chromium's sandbox. SwiftShader draws WebGL on the CPU.
      args: [
        '--no-sandbox',
        `--host-resolver-rules=MAP ${testHost} 127.0.0.1`,
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--disable-gpu-compositing',
        '--disable-gpu-rasterization',
        // Without antialiasing, drawing a frame takes half the time. Tests of previews check smooth edges.
        '--webgl-antialiasing-mode=none',
      ],
    },
  },
})
