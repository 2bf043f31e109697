import { execFile } from 'node:child_process'
import { access, constants, statfs } from 'node:fs/promises'
import { promisify } from 'node:util'
import { assertSafeRedis, connectRedis } from '@toile/bus/redis'
import { migrationsMissing } from '@toile/db/migrate'
import type { Config } from '@toile/runtime/config'
import { createLogger } from '@toile/runtime/logger'
import { findProgram } from '../start/find-program.js'
import { CommandFailed, type Command } from './command.js'
import { readSettings, withDb } from './settings.js'

interface Finding {
  what: string
  /** How it is, in a few words. */
  state: string
  /** What to do about it; only where something is wrong. */
  cure?: string
  /** Toile runs without it, if less well. */
  optional?: boolean
}

/** Says line by line what is there and what is missing, and how to get it. */
export const doctor: Command = {
  usage: 'doctor',
  async run() {
    const config = readSettings(['storage'])
    const findings: Finding[] = [node()]
    for (const look of [postgres, redis, store, chromium, ffmpeg, api]) findings.push(await look(config))
    for (const { what, state, cure, optional } of findings) {
      console.log(`${cure ? (optional ? '–' : '✗') : '✓'} ${what.padEnd(10)} ${state}`)
      if (cure) console.log(`  ${' '.repeat(10)} ${cure}`)
    }
    if (findings.some(({ cure, optional }) => cure && !optional)) throw new CommandFailed('Something is missing.')
  },
}

function node(): Finding {
  const [major, minor] = process.versions.node.split('.').map(Number) as [number, number]
  const good = major > 20 || (major === 20 && minor >= 19)
  return { what: 'Node', state: process.version, ...(!good && { cure: 'Install Node 20.19 or later.' }) }
}

async function postgres(config: Config): Promise<Finding> {
  const what = 'Postgres'
  try {
    const missing = await withDb(config, migrationsMissing)
    if (missing.length === 0) return { what, state: 'reachable, schema up to date' }
    const cure = 'Run: node packages/db/dist/migrate-command.js'
    return { what, state: `schema lacks ${missing.join(', ')}`, cure }
  } catch (error) {
    return { what, state: reason(error), cure: 'Start Toile (npm start) or check DATABASE_URL.' }
  }
}

async function redis(config: Config): Promise<Finding> {
  const what = 'Redis'
  const client = connectRedis(config.redisUrl, createLogger('doctor', 'silent'))
  try {
    await client.ping()
    await assertSafeRedis(client)
    return { what, state: 'reachable, keeps its jobs' }
  } catch (error) {
    return { what, state: reason(error), cure: 'Start Toile (npm start) or check REDIS_URL and its settings.' }
  } finally {
    client.disconnect()
  }
}

async function store({ storage }: Config): Promise<Finding> {
  const what = 'Store'
  if (storage.driver === 's3') return { what, state: `S3 bucket ${storage.bucket} (not looked into)` }
  try {
    await access(storage.folder, constants.W_OK)
    const disk = await statfs(storage.folder)
    const freeGigabytes = (disk.bavail * disk.bsize) / 1024 ** 3
    const state = `writable, ${freeGigabytes.toFixed(1)} GB free`
    return { what, state, ...(freeGigabytes < 1 && { cure: 'Free some space: uploads are refused on a full disk.' }) }
  } catch (error) {
    return { what, state: reason(error), cure: 'Check STORAGE_DIR and its rights.' }
  }
}

async function chromium({ chromiumPath }: Config): Promise<Finding> {
  const path = findProgram([...(chromiumPath ? [chromiumPath] : []), 'chromium', 'chromium-browser', 'google-chrome'])
  if (!path)
    return {
      what: 'Chromium',
      state: 'missing',
      cure: 'Install it (apt install chromium) or set CHROMIUM_PATH; previews wait for it.',
    }
  return { what: 'Chromium', state: await version(path, '--version') }
}

async function ffmpeg({ ffmpegPath }: Config): Promise<Finding> {
  const path = findProgram([...(ffmpegPath ? [ffmpegPath] : []), 'ffmpeg'])
  if (!path)
    return {
      what: 'ffmpeg',
      state: 'missing',
      cure: 'Install it (apt install ffmpeg) or set FFMPEG_PATH.',
      optional: true,
    }
  return { what: 'ffmpeg', state: await version(path, '-version') }
}

async function api({ publicUrl }: Config): Promise<Finding> {
  const what = 'API'
  try {
    const answer = await fetch(`${publicUrl}/health/ready`, { signal: AbortSignal.timeout(3_000) })
    const { checks } = (await answer.json()) as { checks: Record<string, string> }
    const state = Object.entries(checks)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')
    return { what, state, ...(!answer.ok && { cure: 'Look into the logs of the API.' }) }
  } catch (error) {
    return { what, state: reason(error), cure: `Nothing answers at ${publicUrl}: start Toile (npm start).` }
  }
}

async function version(path: string, flag: string): Promise<string> {
  const { stdout } = await promisify(execFile)(path, [flag]).catch(() => ({ stdout: `${path} does not run` }))
  return stdout.split('\n')[0]!.trim()
}

function reason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || 'no answer'
}
