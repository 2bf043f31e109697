import { stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { titleLength } from '@toile/contracts/works/works.constants'
import { findUserByEmail } from '@toile/db/users/users'
import { abortedByKeyboard } from './aborted.js'
import type { Api } from './client/api.js'
import { CommandFailed, WrongUsage, type Command } from './command.js'
import { followUpload, type Following } from './client/follow-upload.js'
import { publishUpload, titleOf } from './client/publish.js'
import { createScreen, type Screen } from './screen.js'
import { sendFile } from './client/send-file.js'
import { withSession } from './client/session.js'
import { readSettings, withDb } from './settings.js'

const BAR_WIDTH = 24
/** The speed is averaged over this window: long enough to be steady, short enough to recover soon after a stall. */
const WINDOW_MS = 5_000

export const upload: Command = {
  usage: 'upload FILE --as EMAIL [--publish] [--title TITLE]',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { as: { type: 'string' }, publish: { type: 'boolean', default: false }, title: { type: 'string' } },
    })
    const [given] = positionals
    const email = values.as
    if (!given || positionals.length > 1 || !email) throw new WrongUsage('upload needs one FILE and --as EMAIL.')
    // npm runs scripts in the repository root, but the path is relative to the caller's folder.
    const file = path.resolve(process.env['INIT_CWD'] ?? '', given)
    const title = checkedTitle(values.title ?? titleOf(file))
    const { size } = await stat(file).catch(() => {
      throw new CommandFailed(`There is no file ${file}.`)
    })
    const config = readSettings(['secret'])
    const signal = abortedByKeyboard()
    await withDb(config, async (db) => {
      const user = await findUserByEmail(db, email)
      if (!user) throw new CommandFailed(`There is no user with the email ${email}.`)
      await withSession(db, user, config.secret, async (token) => {
        const api = { url: config.apiUrl, token, signal }
        const screen = createScreen()
        const ready = await sendAndFollow(api, { file, size }, screen)
        if (!values.publish) return
        const work = await publishUpload(api, ready, { title })
        screen.line(`Published: ${config.publicUrl}/project/${work.id}`)
      })
    })
  },
}

async function sendAndFollow(api: Api, { file, size }: { file: string; size: number }, screen: Screen) {
  const bar = createProgressBar(size)
  let following: Following | undefined
  let tenths = -1
  let isInterrupted = false
  try {
    await sendFile(file, api, {
      announced: (id) => (following = followUpload(api, id, screen)),
      progress(bytes) {
        isInterrupted = false
        const now = Math.floor((bytes * 10) / size)
        screen.status(bar(bytes), now > tenths)
        tenths = Math.max(now, tenths)
        if (bytes === size) following?.sent()
      },
      interrupted() {
        screen.status('The API cannot be reached; resuming as soon as it answers ...', !isInterrupted)
        isInterrupted = true
      },
    })
    screen.line(`${path.basename(file)} is uploaded.`)
    return await following!.done
  } finally {
    screen.status('')
    following?.stop()
  }
}

function checkedTitle(title: string): string {
  const length = [...title.normalize('NFC').trim()].length
  if (length >= titleLength.min && length <= titleLength.max) return title
  throw new WrongUsage(`--title must have ${titleLength.min} to ${titleLength.max} characters.`)
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

/** Returns a function that formats the number of bytes sent: bar, percent, MB, MB/s and time left. */
function createProgressBar(totalBytes: number): (bytes: number, nowMs?: number) => string {
  let samples: { bytes: number; atMs: number }[] = []
  return (bytes, nowMs = performance.now()) => {
    // The count falls if the server had received less than was sent before an interruption. The average starts anew.
    if (bytes < (samples.at(-1)?.bytes ?? 0)) samples = []
    samples = [...samples.filter(({ atMs }) => atMs > nowMs - WINDOW_MS), { bytes, atMs: nowMs }]
    const { bytes: before, atMs: since } = samples[0]!
    const bytesPerSecond = nowMs > since ? ((bytes - before) * 1_000) / (nowMs - since) : 0
    const share = totalBytes === 0 ? 1 : bytes / totalBytes
    const bar = '#'.repeat(Math.floor(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '-')
    const percent = String(Math.floor(share * 100)).padStart(3)
    const left = bytesPerSecond > 0 ? `${duration((totalBytes - bytes) / bytesPerSecond)} left` : ''
    return `[${bar}] ${percent} %  ${megabytes(bytes)} of ${megabytes(totalBytes)} MB  ${megabytes(bytesPerSecond)} MB/s  ${left}`.trim()
  }
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
