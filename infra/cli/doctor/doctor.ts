import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import { assertSafeRedis, connectRedis } from '@toile/bus/redis'
import { newId } from '@toile/contracts/ids'
import { MIN_FREE_FRACTION } from '@toile/contracts/uploads/uploads.constants'
import { migrationsMissing } from '@toile/db/migrate'
import type { Config } from '@toile/runtime/config'
import { isolation } from '@toile/runtime/isolation'
import { createLogger } from '@toile/runtime/logger'
import { storageKey } from '@toile/storage/keys'
import { openStorage } from '@toile/storage/open'
import { findRedisCheck } from '../../start/redis.js'
import { bubblewrapTool, chromiumTool, ffmpegTool, installHint, type Tool } from '../../start/tools.js'
import { CommandFailed, type Command } from '../command.js'
import { runningParts } from './doctor-processes.js'
import { reason, type Finding } from './finding.js'
import { readSettings } from '../settings.js'

const chromium = ({ chromiumPath }: Config) => program(chromiumTool, chromiumPath, '--version')
const ffmpeg = ({ ffmpegPath }: Config) => program(ffmpegTool, ffmpegPath, '-version')

export const doctor: Command = {
  usage: 'doctor',
  async run(args) {
    parseArgs({ args })
    const config = readSettings(['secret', 'storage'])
    const findings: Finding[] = [node()]
    for (const look of [postgres, redis, store, chromium, ffmpeg, isolationOfTools, ...runningParts])
      findings.push(await look(config))
    for (const { what, state, cure, optional } of findings) {
      console.log(`${cure ? (optional ? '–' : '✗') : '✓'} ${what.padEnd(10)} ${state}`)
      if (cure) console.log(`  ${' '.repeat(10)} ${cure}`)
    }
    if (findings.some(({ cure, optional }) => cure && !optional))
      throw new CommandFailed('Something is missing: see the lines marked ✗.')
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
    const missing = await migrationsMissing(config.databaseUrl)
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
    const state = 'reachable, keeps its jobs'
    // Only the Redis that `npm start` starts itself has files here.
    if (process.env['REDIS_URL'] || process.env['REDIS_URL_FILE'] || findRedisCheck()) return { what, state }
    const cure = 'Install redis-tools: without redis-check-aof, a start cannot put damaged files of Redis aside.'
    return { what, state: `${state}; redis-check-aof is missing`, cure, optional: true }
  } catch (error) {
    return { what, state: reason(error), cure: 'Start Toile (npm start) or check REDIS_URL and its settings.' }
  } finally {
    client.disconnect()
  }
}

/** Writes and removes a few bytes, which proves more than checking permissions. */
async function store({ storage }: Config): Promise<Finding> {
  const what = 'Store'
  try {
    const files = await openStorage(storage)
    const key = storageKey('originals', newId())
    await files.put(key, Buffer.from('doctor'), { contentType: 'text/plain' })
    await files.remove(key)
    const free = await files.freeFraction()
    const state = `writable${free === null ? '' : `, ${(free * 100).toFixed(0)} % of the disk free`}`
    const full = free !== null && free < MIN_FREE_FRACTION
    return { what, state, ...(full && { cure: 'Free some space: uploads are refused on a full disk.' }) }
  } catch (error) {
    return { what, state: reason(error), cure: 'Check STORAGE_DIR or the S3_ settings, and the permissions.' }
  }
}

/** Checks only this machine. Workers on other machines report their isolation on the queue page. */
function isolationOfTools({ production, allowUnisolatedMedia }: Config): Finding {
  const { bwrap, state } = isolation()
  const cure = bubblewrapTool.find()
    ? 'See "Isolation of media tools" in docs/operators.md.'
    : installHint(bubblewrapTool)
  return { what: 'Isolation', state, ...(!bwrap && { cure, optional: !production || allowUnisolatedMedia }) }
}

/** Runs the program, because an existing file may lack a library or be half installed. */
async function program(tool: Tool, configured: string | undefined, flag: string): Promise<Finding> {
  const found = configured ?? tool.find()
  if (!found) return { what: tool.name, state: 'missing', cure: installHint(tool) }
  try {
    const { stdout } = await promisify(execFile)(found, [flag])
    return { what: tool.name, state: stdout.split('\n')[0]!.trim() }
  } catch {
    return { what: tool.name, state: `${found} does not run`, cure: installHint(tool) }
  }
}
