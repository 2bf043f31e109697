import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Config } from '@toile/runtime/config'
import { unverifiedLimits } from '@toile/contracts/uploads/uploads.constants'
import { noSocial } from '@toile/runtime/social-config'
import { TEST_SECRET } from './factories.js'
import { freePort } from '@toile/runtime/ports'

/** Returns the default rate limits multiplied by `factor`. With 1,000, no test reaches the limits. */
export const rateLimits = (factor: number): Config['limits'] => ({
  factor,
  signInFailuresPerNetwork: undefined,
  registrationsPerNetwork: undefined,
  mailsPerHour: undefined,
  // With the default, a busy machine would count some calls in memory.
  redisTimeoutMs: 10_000,
})

/** A configuration for tests: loopback, free ports, quiet logs and short intervals. */
export async function testConfig(over: Partial<Config> & Pick<Config, 'databaseUrl' | 'redisUrl'>): Promise<Config> {
  const port = await freePort()
  return {
    production: false,
    secret: TEST_SECRET,
    host: '127.0.0.1',
    trustProxy: undefined,
    port,
    apiUrl: `http://127.0.0.1:${port}`,
    realtimePort: await freePort(),
    realtimeUrl: 'http://127.0.0.1:1',
    opsPort: 0,
    publicUrl: `http://127.0.0.1:${port}`,
    filesOrigin: `http://127.0.0.1:${port}`,
    securityContact: 'mailto:security@example.test',
    hosts: {},
    demoSignInFromAnywhere: false,
    limits: rateLimits(1),
    // This limit is high, because all tests share one network.
    unverified: { ...unverifiedLimits, maxBytesPerNetwork: 1_000_000 * 1024 ** 2 },
    pageViews: true,
    embedAncestors: '*',
    studioAncestors: "'none'",
    storage: { driver: 'folder', folder: '' },
    social: noSocial,
    mail: { folder: '', from: 'Toile <no-reply@example.test>' },
    sendsMail: false,
    alertWebhook: undefined,
    chromiumPath: process.env['CHROMIUM_PATH'],
    ffmpegPath: process.env['FFMPEG_PATH'],
    blenderPath: process.env['BLENDER_PATH'],
    mediaUser: process.env['MEDIA_USER'],
    browserUser: process.env['BROWSER_USER'],
    allowUnisolatedMedia: false,
    derivativeCacheDir: undefined,
    workerConcurrency: 2,
    jobLockSeconds: 2,
    finishSeconds: 18,
    sweepAfterSeconds: 2,
    renderGpu: false,
    renderEngines: [],
    traces: undefined,
    logLevel: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    version: 'test',
    ...over,
  }
}

/** Starts a main.js. Of `config`, the process gets only the values in `env` below. All others have their defaults. */
export function forkProcess(main: URL, config: Config): ChildProcess {
  if (config.storage.driver !== 'folder') throw new Error('A process under test needs a storage folder.')
  return fork(fileURLToPath(main), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: config.databaseUrl,
      REDIS_URL: config.redisUrl,
      STORAGE_DIR: config.storage.folder,
      JOB_LOCK_SECONDS: String(config.jobLockSeconds),
      LOG_LEVEL: config.logLevel,
      ...(config.ffmpegPath && { FFMPEG_PATH: config.ffmpegPath }),
      ...(config.mediaUser && { MEDIA_USER: config.mediaUser }),
    },
  })
}
