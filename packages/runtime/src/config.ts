import { isIP } from 'node:net'
import { renderEngines, type RenderEngine } from '@toile/contracts/renders/renders.constants'
import { MAX_UNFINISHED_UPLOADS, unverifiedLimits, unverifiedNetwork } from '@toile/contracts/uploads/uploads.constants'
import { readHosts, type Hosts } from './hosts-config.js'
import { addressOf, bareHost, localAddress } from './local-address.js'
import { readSecretFiles } from './secret-settings.js'
import { noSocial, readSocial, type SocialConfig } from './social-config.js'
import { isWeakSecret, placeholdersIn } from './weak-secrets.js'

declare const BUILT_VERSION: string

type StorageConfig =
  | { driver: 'folder'; folder: string }
  | {
      driver: 's3'
      endpoint: string | undefined
      region: string
      bucket: string
      accessKeyId: string
      secretAccessKey: string
    }

export interface Config {
  production: boolean
  databaseUrl: string
  redisUrl: string
  /**
   * Signs sessions and file links. Only the API, realtime and the command line have the secret. Workers do not get it,
   * because they open untrusted files.
   */
  secret: string
  host: string
  /** Proxies whose X-Forwarded-For is trusted, none by default. Realtime also trusts loopback, for the API's tunnel. */
  trustProxy: string | undefined
  port: number
  /** The command line calls the API here. The default is the API's listen address, which bypasses any proxy. */
  apiUrl: string
  realtimePort: number
  realtimeUrl: string
  opsPort: number
  /** Base of all links except those to files. The request's Host header is not used, as any client can forge it. */
  publicUrl: string
  filesOrigin: string
  securityContact: string
  /** By page origin: where its pages find the API, socket and files on other origins, and what measures visits. */
  hosts: Hosts
  /** Lets demo accounts sign in from other machines. Off by default, because `npm start` prints their passwords. */
  demoSignInFromAnywhere: boolean
  limits: {
    factor: number
    signInFailuresPerNetwork: number | undefined
    registrationsPerNetwork: number | undefined
    mailsPerHour: number | undefined
    /** A call that Redis does not count within this time is counted in memory. */
    redisTimeoutMs: number
  }
  unverified: {
    maxBytes: number
    maxUnfinishedUploads: number
    /** Upload bytes that a network's unconfirmed accounts may announce together in `unverifiedNetwork.hours`. */
    maxBytesPerNetwork: number
  }
  pageViews: boolean
  /** CSP sources that may frame the embedded view of a work. Unless set, the value is `*`. */
  embedAncestors: string
  studioAncestors: string
  storage: StorageConfig
  social: SocialConfig
  mail: MailConfig
  alertWebhook: AlertWebhook | undefined
  sendsMail: boolean
  chromiumPath: string | undefined
  ffmpegPath: string | undefined
  blenderPath: string | undefined
  /** System users of the media tools and of Chromium. They are used only when the process runs as root. */
  mediaUser: string | undefined
  browserUser: string | undefined
  /** Lets media tools run in production on a host that cannot isolate them. */
  allowUnisolatedMedia: boolean
  /** Folder that caches what is made from the demo's seed files, see keptFolder(). Unless set, nothing is cached. */
  derivativeCacheDir: string | undefined
  workerConcurrency: number | undefined
  /** A worker's jobs go to other workers after it has been silent for 1 to 1.5 times this long. */
  jobLockSeconds: number
  finishSeconds: number
  /** Uploads, renders and the like are restarted if they have no job and made no progress for this long. */
  sweepAfterSeconds: number
  /** Chromium draws renders on the host's GPU. Previews never use it, so that all machines draw the same preview. */
  renderGpu: boolean
  /** Engines that users can choose even while no worker has them, because a worker is started on demand. */
  renderEngines: readonly RenderEngine[]
  /** Where traces are sent. Unless this is set, the tracing code is not loaded. */
  traces: TraceReceiver | undefined
  logLevel: string
  version: string
}

export type MailConfig = { smtpUrl: string; from: string } | { folder: string; from: string }

interface AlertWebhook {
  url: string
  secret: string | undefined
}

export interface TraceReceiver {
  url: string
  /** Share of the traces that are recorded, 0 to 1. */
  share: number
}

type Need = 'secret' | 'storage' | 'mail' | 'social'

const MEGABYTE = 1024 ** 2

class ConfigError extends Error {}

/** @param needs groups of settings that this process requires @throws one Error with a line per problem */
export function readConfig(needs: readonly Need[], given: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = []
  const settings = readSecretFiles(given, problems)
  throwIfWrong(problems)
  const env: NodeJS.ProcessEnv = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value?.trim()]),
  )
  const text = (name: string, fallback?: string): string => {
    const value = env[name] || fallback
    if (value === undefined) problems.push(`${name} is not set`)
    return value ?? ''
  }
  const number = (name: string, fallback: number, { min = 0, max = 65_535, whole = true } = {}): number => {
    const value = Number(env[name] || fallback)
    if (value >= min && value <= max && (!whole || Number.isInteger(value))) return value
    problems.push(`${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`)
    return fallback
  }
  const optional = (name: string, max: number) => (env[name] ? number(name, 1, { min: 1, max }) : undefined)
  const url = (name: string, protocols: string[], fallback?: string): string => {
    const value = text(name, fallback)
    if (value && !protocols.includes(protocolOf(value)))
      problems.push(`${name} must start with ${protocols.join(' or ')}//`)
    return value
  }

  /** Refuses anything but an origin, because Toile is served from the root and links append their own path. */
  const origin = (name: string, fallback: string): string => {
    const value = url(name, ['http:', 'https:'], fallback)
    if (!protocolOf(value)) return value
    const { href, origin } = new URL(value)
    if (href !== `${origin}/`)
      problems.push(`${name} may have no path, query or password: Toile is served from the root of its address`)
    // `origin` has the form that browsers send: lower case, without default port or surrounding spaces.
    return origin
  }

  const megabytes = (name: string, fallback: number) =>
    number(name, fallback / MEGABYTE, { min: 1, max: 1_000_000 }) * MEGABYTE

  const port = number('PORT', 8080)
  const unverifiedBytes = megabytes('UNVERIFIED_STORAGE_MEGABYTES', unverifiedLimits.maxBytes)
  const host = bareHost(text('HOST', '127.0.0.1'))
  const realtimePort = number('REALTIME_PORT', 8081)
  const publicUrl = origin('PUBLIC_URL', addressOf(host, port))
  const config: Config = {
    production: env['NODE_ENV'] === 'production',
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: url('REDIS_URL', ['redis:', 'rediss:']),
    secret: needs.includes('secret') ? text('SECRET') : '',
    host,
    trustProxy: readProxies(env['TRUST_PROXY'], problems),
    port,
    apiUrl: origin('API_URL', localAddress(host, port)),
    realtimePort,
    realtimeUrl: url('REALTIME_URL', ['http:', 'https:'], localAddress(host, realtimePort)),
    opsPort: number('OPS_PORT', 0),
    publicUrl,
    filesOrigin: origin('FILES_ORIGIN', publicUrl),
    securityContact: url('SECURITY_CONTACT', ['https:', 'mailto:'], `mailto:security@${hostOf(publicUrl)}`),
    hosts: readHosts(env['HOSTS'], problems),
    demoSignInFromAnywhere: env['DEMO_SIGN_IN_FROM_ANYWHERE'] === '1',
    limits: {
      factor: number('RATE_LIMIT_FACTOR', 1, { min: 0.01, max: 1_000, whole: false }),
      signInFailuresPerNetwork: optional('SIGN_IN_FAILURES_PER_NETWORK', 1_000_000),
      registrationsPerNetwork: optional('REGISTRATIONS_PER_NETWORK', 1_000_000),
      mailsPerHour: optional('MAILS_PER_HOUR', 1_000),
      redisTimeoutMs: number('RATE_LIMIT_REDIS_TIMEOUT_MS', 300, { min: 1, max: 10_000 }),
    },
    unverified: {
      maxBytes: unverifiedBytes,
      maxUnfinishedUploads: number('UNVERIFIED_UNFINISHED_UPLOADS', unverifiedLimits.maxUnfinishedUploads, {
        min: 1,
        max: MAX_UNFINISHED_UPLOADS,
      }),
      maxBytesPerNetwork: megabytes('UNVERIFIED_NETWORK_MEGABYTES', unverifiedNetwork.times * unverifiedBytes),
    },
    pageViews: env['PAGE_VIEWS'] !== '0',
    embedAncestors: text('EMBED_ANCESTORS', '*'),
    studioAncestors: text('STUDIO_ANCESTORS', "'none'"),
    storage: needs.includes('storage') ? readStorage(text, env) : { driver: 'folder', folder: '' },
    social: needs.includes('social') ? readSocial(env, url, problems) : noSocial,
    mail: needs.includes('mail') ? readMail(text, url, publicUrl, env) : { folder: '', from: '' },
    sendsMail: Boolean(env['SMTP_URL']),
    alertWebhook: env['ALERT_WEBHOOK_URL'] ? readWebhook(url, problems, env) : undefined,
    chromiumPath: env['CHROMIUM_PATH'] || undefined,
    ffmpegPath: env['FFMPEG_PATH'] || undefined,
    blenderPath: env['BLENDER_PATH'] || undefined,
    mediaUser: env['MEDIA_USER'] || undefined,
    browserUser: env['BROWSER_USER'] || undefined,
    allowUnisolatedMedia: env['ALLOW_UNISOLATED_MEDIA'] === '1',
    derivativeCacheDir: env['KEPT_DIR'] || undefined,
    workerConcurrency: optional('WORKER_CONCURRENCY', 256),
    jobLockSeconds: number('JOB_LOCK_SECONDS', 15, { min: 1, max: 3600 }),
    // At most 20 s, because the whole process must end within 25 s, see process.ts.
    finishSeconds: number('FINISH_SECONDS', 18, { min: 1, max: 20 }),
    sweepAfterSeconds: number('SWEEP_AFTER_SECONDS', 60, { min: 1, max: 3600 }),
    renderGpu: env['RENDER_GPU'] === '1',
    renderEngines: readEngines(env['RENDER_ENGINES'], problems),
    traces: env['OTEL_EXPORTER_OTLP_ENDPOINT']
      ? {
          url: url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']).replace(/\/$/, ''),
          share: number('OTEL_TRACES_SAMPLER_ARG', 1, { max: 1, whole: false }),
        }
      : undefined,
    logLevel: text('LOG_LEVEL', 'info'),
    version: env['TOILE_VERSION'] || BUILT_VERSION,
  }
  problems.push(...placeholdersIn(env))
  if (needs.includes('secret') && isWeakSecret(config.secret))
    problems.push('SECRET must be at least 32 random characters (try: openssl rand -hex 32)')
  throwIfWrong(problems)
  return Object.freeze(config)
}

function throwIfWrong(problems: readonly string[]): void {
  if (problems.length) throw new ConfigError(`The configuration is wrong:\n  ${problems.join('\n  ')}`)
}

/** Refuses host names and hop counts, for which proxy-addr would throw a cryptic error or trust no proxy at all. */
function readProxies(list = '', problems: string[]): string | undefined {
  const proxies = list.split(',').flatMap((one) => one.trim() || [])
  if (!proxies.every(isProxy))
    problems.push('TRUST_PROXY must be addresses or networks, as 127.0.0.1,10.0.0.0/8: no names, no number of proxies')
  return proxies.join(',') || undefined
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
  return bits > 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
}

function readEngines(list = '', problems: string[]): RenderEngine[] {
  const names = list.split(',').flatMap((name) => name.trim() || [])
  const engines = renderEngines.filter((engine) => names.includes(engine))
  if (engines.length < names.length) problems.push(`RENDER_ENGINES may name ${renderEngines.join(', ')}`)
  return engines
}

function readStorage(text: (name: string, fallback?: string) => string, env: NodeJS.ProcessEnv): StorageConfig {
  if ((env['STORAGE_DRIVER'] || 'folder') === 'folder') return { driver: 'folder', folder: text('STORAGE_DIR') }
  return {
    driver: 's3',
    endpoint: env['S3_ENDPOINT'] || undefined,
    region: text('S3_REGION', 'us-east-1'),
    bucket: text('S3_BUCKET'),
    accessKeyId: text('S3_ACCESS_KEY_ID'),
    secretAccessKey: text('S3_SECRET_ACCESS_KEY'),
  }
}

/** Refuses an address with a user or password. The error that `fetch` throws for such an address would log both. */
function readWebhook(
  url: (name: string, protocols: string[]) => string,
  problems: string[],
  env: NodeJS.ProcessEnv,
): AlertWebhook {
  const address = url('ALERT_WEBHOOK_URL', ['http:', 'https:'])
  const { username, password } = protocolOf(address) ? new URL(address) : { username: '', password: '' }
  if (username || password)
    problems.push('ALERT_WEBHOOK_URL may hold no user and password: ALERT_WEBHOOK_SECRET signs what is posted')
  return { url: address, secret: env['ALERT_WEBHOOK_SECRET'] || undefined }
}

/** Mails that are only written to a folder need no real sender. */
function readMail(
  text: (name: string, fallback?: string) => string,
  url: (name: string, protocols: string[]) => string,
  publicUrl: string,
  env: NodeJS.ProcessEnv,
): MailConfig {
  if (env['SMTP_URL']) return { smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']), from: text('MAIL_FROM') }
  return { folder: text('MAIL_DIR'), from: text('MAIL_FROM', `Toile <no-reply@${hostOf(publicUrl)}>`) }
}

function hostOf(url: string): string {
  return protocolOf(url) ? new URL(url).hostname : 'localhost'
}

function protocolOf(value: string): string {
  try {
    return new URL(value).protocol
  } catch {
    return ''
  }
}
