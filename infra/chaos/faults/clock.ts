import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { faketimeEnvironment } from '@toile/testing/faketime'
import { findProgram } from '../../start/find-program.js'
import { holdMs, within, type Fault, type FaultParts } from './fault.js'

const MINUTE_MS = 60_000
const shiftsMinutes = [5, -10]
/** Longest wait for a shift to show. faketime reads its file once a second, and the Date header has whole seconds. */
const SHIFTED_MS = 15_000
const NEAR_MS = 20_000

/** Environment of a process whose clock follows the file. Its timers are unaffected. Undefined without faketime. */
export function clockEnvironment(file: string): Record<string, string> | undefined {
  const library = faketimeLibrary()
  if (!library) return undefined
  setClock(file, 0)
  return { ...library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' }
}

export function daysLater(): Record<string, string> | undefined {
  const library = faketimeLibrary()
  return library && { ...library, FAKETIME: '+2d' }
}

function faketimeLibrary(): Record<string, string> | undefined {
  const faketime = process.env['FAKETIME_PATH'] || findProgram(['faketime'])
  return faketime ? faketimeEnvironment(faketime) : undefined
}

const setClock = (file: string, minutes: number) => writeFileSync(file, `${minutes < 0 ? '' : '+'}${minutes}m\n`)

/** Shifts the clock of the second copies of api, relay and uploads for a while. */
export function clocks(parts: FaultParts): Fault[] {
  const { clockFile, copyUrl } = parts.system
  if (!clockFile) return []
  const isAhead = async (minutes: number) => {
    const answer = await fetch(`${copyUrl}/health/ready`, { signal: AbortSignal.timeout(3_000) })
    return Math.abs(Date.parse(answer.headers.get('date')!) - Date.now() - minutes * MINUTE_MS) < NEAR_MS
  }
  return shiftsMinutes.map((minutes) => ({
    kind: 'clock',
    name: `a clock ${Math.abs(minutes)} minutes ${minutes < 0 ? 'behind' : 'ahead'}`,
    async strike() {
      setClock(clockFile, minutes)
      try {
        const moved = await within(SHIFTED_MS, () => isAhead(minutes))
        await wait(holdMs(parts))
        return moved ? `the second API's answers are dated ${minutes} minutes off` : undefined
      } finally {
        setClock(clockFile, 0)
        await within(SHIFTED_MS, () => isAhead(0))
      }
    },
  }))
}
