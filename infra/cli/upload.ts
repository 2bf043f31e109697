import { stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { titleLength } from '@toile/contracts/works/works.constants'
import { findUserByEmail } from '@toile/db/users/users'
import { abortedByKeyboard } from './aborted.js'
import type { Api } from './api.js'
import { CommandFailed, WrongUsage, type Command } from './command.js'
import { followUpload, type Following } from './follow-upload.js'
import { createProgressBar } from './progress-bar.js'
import { publishUpload, titleOf } from './publish.js'
import { createScreen, type Screen } from './screen.js'
import { sendFile } from './send-file.js'
import { withSession } from './session.js'
import { readSettings, withDb } from './settings.js'

/** Does from the command line what a person does in the browser: send, watch the stages, publish. */
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
    // npm runs scripts in the repository's root; the file is meant from where the person stood.
    const file = path.resolve(process.env['INIT_CWD'] ?? '', given)
    const title = checkedTitle(values.title ?? titleOf(file))
    const { size } = await stat(file).catch(() => {
      throw new CommandFailed(`There is no file ${file}.`)
    })
    const config = readSettings(['secret'])
    const signal = abortedByKeyboard()
    await withDb(config, async (db) => {
      const user = await findUserByEmail(db, email)
      if (!user) throw new CommandFailed(`Nobody has the email ${email}.`)
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

/** Resolves with the upload once it is ready to publish. */
async function sendAndFollow(api: Api, { file, size }: { file: string; size: number }, screen: Screen) {
  const bar = createProgressBar(size)
  let following: Following | undefined
  let tenths = -1
  let away = false
  try {
    await sendFile(file, api, {
      announced: (id) => (following = followUpload(api, id, screen)),
      progress(bytes) {
        away = false
        const now = Math.floor((bytes * 10) / size)
        screen.status(bar(bytes), now > tenths)
        tenths = Math.max(now, tenths)
        if (bytes === size) following?.sent()
      },
      interrupted() {
        screen.status('The API is away; going on as soon as it is back ...', !away)
        away = true
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
