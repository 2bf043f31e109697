import { defineConfig } from 'playwright/test'

const video = { width: 1440, height: 900 }

/** Runs against a whole Toile at BASE_URL, in the Chromium at CHROMIUM_PATH. `npm test` brings both. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  // Two cores hold one browser, the servers and the renderer; more workers only wait for each other.
  workers: 1,
  forbidOnly: true,
  retries: 0,
  // A whole upload with its first picture, drawn in software, is the longest thing here.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  outputDir: '../../test-results/e2e',
  use: {
    baseURL: process.env['BASE_URL'] ?? 'http://localhost:8080',
    viewport: video,
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
