import path from 'node:path'
import { localAddress } from '@toile/runtime/local-address'
import { root } from '@toile/runtime/root'
import { setVariables } from './environment.js'
import type { Program } from './program.js'

interface Process {
  name: string
  entry: string
  gets: ('secret' | 'tools' | 'ports' | 'mail' | 'whether-mail' | 'social' | 'alerts')[]
}

/** Our processes in starting order. The API is the last: it receives all requests, so it must end before the others. */
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

export const workerKinds = processes.flatMap(({ entry }) => /^workers\/(\w+)\//.exec(entry)?.[1] ?? [])

/** SECRET signs sessions, so only processes that get `secret` have it. No process gets the demo passwords. */
const secrets = ['SECRET', 'DEMO_CREATOR_PASSWORD', 'DEMO_ADMIN_PASSWORD']
const tools = ['CHROMIUM_PATH', 'FFMPEG_PATH', 'BLENDER_PATH', 'BWRAP_PATH', 'MEDIA_USER', 'BROWSER_USER']
const mail = ['SMTP_URL', 'MAIL_FROM', 'MAIL_DIR']
const social = ['GOOGLE_CLIENT_SECRET', 'FACEBOOK_CLIENT_SECRET']
/** The URL is secret, too, because URLs of chat webhooks contain a key. */
const alerts = ['ALERT_WEBHOOK_URL', 'ALERT_WEBHOOK_SECRET']
const ports = ['PORT', 'REALTIME_PORT']

/** Returns the launcher's environment (PATH, LOG_LEVEL, ...) and `system`, without what the process must not see. */
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
  // The process may know only that mail is configured, because the URL contains the password.
  if (process_.gets.includes('whether-mail') && all['SMTP_URL']) all['SMTP_URL'] = 'set'
  return setVariables(all, (name) => !withheld.includes(name.replace(/_FILE$/, '')))
}

/** Workers compute in child processes, so semi-spaces of 1 MB suffice. The usual 16 MB cost each worker 28 MB more. */
export function argumentsOf({ entry }: Process): string[] {
  const young = entry.startsWith('workers/') ? ['--max-semi-space-size=1'] : []
  return [...young, path.join(root, entry)]
}

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

async function isHealthy(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(2_000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
