import path from 'node:path'
import { localAddress } from '@toile/runtime/local-address'
import { root } from '@toile/runtime/root'
import type { Program } from './program.js'

/** A process of Toile: what runs, and which secrets and tools it gets beside what all get. */
interface Process {
  name: string
  entry: string
  gets: ('secret' | 'tools' | 'ports' | 'mail' | 'whether-mail' | 'social' | 'alerts')[]
}

/** THE list of what `npm start` runs, in the order in which it starts; it ends in the reverse order, the edge first. */
export const processes: Process[] = [
  { name: 'uploads', entry: 'workers/uploads/dist/main.js', gets: ['tools'] },
  { name: 'images', entry: 'workers/images/dist/main.js', gets: ['tools'] },
  { name: 'videos', entry: 'workers/videos/dist/main.js', gets: ['tools'] },
  { name: 'renders', entry: 'workers/renders/dist/main.js', gets: ['tools'] },
  { name: 'notifications', entry: 'workers/notifications/dist/main.js', gets: ['mail'] },
  { name: 'analytics', entry: 'workers/analytics/dist/main.js', gets: [] },
  { name: 'relay', entry: 'services/relay/dist/main.js', gets: ['alerts', 'whether-mail'] },
  { name: 'realtime', entry: 'services/realtime/dist/main.js', gets: ['secret', 'ports'] },
  { name: 'api', entry: 'services/api/dist/main.js', gets: ['secret', 'ports', 'social'] },
]

/** The kinds of worker that `npm run worker` can add. */
export const workerKinds = processes.flatMap(({ entry }) => /^workers\/(\w+)\//.exec(entry)?.[1] ?? [])

/** Variables that only some processes may see: those that open strangers' files must not be able to sign sessions. */
const secrets = ['SECRET', 'DEMO_CREATOR_PASSWORD', 'DEMO_ADMIN_PASSWORD']
const tools = ['CHROMIUM_PATH', 'FFMPEG_PATH', 'BLENDER_PATH', 'BWRAP_PATH', 'MEDIA_USER', 'BROWSER_USER']
/** SMTP_URL holds the mail server's password. */
const mail = ['SMTP_URL', 'MAIL_FROM', 'MAIL_DIR']
/** What the providers know Toile by. */
const social = ['GOOGLE_CLIENT_SECRET', 'FACEBOOK_CLIENT_SECRET']
/** The address may hold a key, as those of chat rooms do. */
const alerts = ['ALERT_WEBHOOK_URL', 'ALERT_WEBHOOK_SECRET']
const ports = ['PORT', 'REALTIME_PORT']

/**
 * The environment of one process out of that of the whole system, on top of the launcher's own (PATH, LOG_LEVEL, ...).
 */
export function environmentOf(
  process_: Process,
  system: Record<string, string>,
  opsPort: number,
): Record<string, string> {
  const withheld = [
    ...(process_.gets.includes('secret') ? secrets.slice(1) : secrets),
    ...(process_.gets.includes('tools') ? [] : tools),
    ...(process_.gets.includes('ports') ? [] : ports),
    ...(process_.gets.includes('mail') ? [] : process_.gets.includes('whether-mail') ? mail.slice(1) : mail),
    ...(process_.gets.includes('social') ? [] : social),
    ...(process_.gets.includes('alerts') ? [] : alerts),
  ]
  const all: NodeJS.ProcessEnv = { ...process.env, ...system, OPS_PORT: String(opsPort) }
  // That there is a mail server, without its password.
  if (process_.gets.includes('whether-mail') && all['SMTP_URL']) all['SMTP_URL'] = 'set'
  return Object.fromEntries(
    Object.entries(all).filter(
      (entry): entry is [string, string] => Boolean(entry[1]) && !withheld.includes(entry[0].replace(/_FILE$/, '')),
    ),
  )
}

/**
 * What Node is given to run it. A worker sleeps nearly always, and what is heavy runs in children of its own: 1 MB for what is
 * young, and not 16 twice over, takes 28 MB less of memory. What answers people keeps Node's own measure.
 */
export function argumentsOf({ entry }: Process): string[] {
  const young = entry.startsWith('workers/') ? ['--max-semi-space-size=1'] : []
  return ['--enable-source-maps', ...young, path.join(root, entry)]
}

/** The process as a program to supervise, ready when its own /health/ready says so. */
export function processProgram(process_: Process, system: Record<string, string>, opsPort: number): Program {
  return {
    name: process_.name,
    command: process.execPath,
    args: argumentsOf(process_),
    env: environmentOf(process_, system, opsPort),
    stopSignal: 'SIGTERM',
    channel: true,
    isReady: () => isHealthy(localAddress(system['HOST'] ?? '127.0.0.1', opsPort)),
  }
}

/** Whether /health/ready of the ops server at this address answers 200 within 2 s. */
async function isHealthy(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(2_000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
