import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { isId } from '@toile/contracts/ids'
import type { Render } from '@toile/contracts/renders/renders'
import {
  renderEngines,
  renderSizes,
  renderTypes,
  type RenderEngine,
  type RenderSize,
  type RenderType,
} from '@toile/contracts/renders/renders.constants'
import type { Config } from '@toile/runtime/config'
import { findUser } from '@toile/db/users/users'
import { workOwner } from '@toile/db/works/works'
import { abortedByKeyboard } from './aborted.js'
import { callApi, Refused, type Api } from './client/api.js'
import { CommandFailed, WrongUsage, type Command } from './command.js'
import { openLive } from './client/live.js'
import { createScreen, type Screen } from './screen.js'
import { withSession } from './client/session.js'
import { readSettings, withDb } from './settings.js'

export const render: Command = {
  usage: 'render WORK [--type turntable] [--engine preview] [--size detail] [--out FOLDER]',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        type: { type: 'string', default: 'still' },
        engine: { type: 'string', default: 'studio' },
        size: { type: 'string', default: 'detail' },
        out: { type: 'string' },
      },
    })
    const [workId] = positionals
    if (!workId || !isId(workId) || positionals.length > 1) throw new WrongUsage('render needs the id of one WORK.')
    const type = oneOf<RenderType>('--type', values.type, renderTypes)
    const engine = oneOf<RenderEngine>('--engine', values.engine, renderEngines)
    const size = renderSizes[oneOf<RenderSize>('--size', values.size, Object.keys(renderSizes) as RenderSize[])]
    const config = readSettings(['secret'])
    const signal = abortedByKeyboard()
    await withDb(config, async (db) => {
      const ownerId = await workOwner(db, workId)
      const user = ownerId && (await findUser(db, ownerId))
      if (!user) throw new CommandFailed(`There is no work ${workId}.`)
      await withSession(db, user, config.secret, async (token) => {
        const api = { url: config.apiUrl, token, signal }
        const screen = createScreen()
        const body = { source: { workId }, type, engine, ...size }
        const sent = await callApi<Render>(api, 'POST', '/renders', { body, idempotencyKey: crypto.randomUUID() })
        const done = await follow(api, sent, screen)
        screen.line(`Finished after ${done.costSeconds} s of work.`)
        if (values.out !== undefined) {
          const folder = path.resolve(process.env['INIT_CWD'] ?? '', values.out)
          await save(done, folder, config, screen)
        } else for (const { name, url } of done.outputs) screen.line(`${name}  ${url}`)
      })
    })
  },
}

function oneOf<T extends string>(option: string, value: string, values: readonly T[]): T {
  if ((values as readonly string[]).includes(value)) return value as T
  throw new WrongUsage(`${option} is one of ${values.join(', ')}.`)
}

/** @throws Refused when the render failed, CommandFailed when it was cancelled */
async function follow(api: Api, { id, number }: Render, screen: Screen): Promise<Render> {
  let stop = () => {}
  let status = ''
  const show = (said: Pick<Render, 'status' | 'progress'>) => {
    if (said.status !== status) screen.line(`R-${String(number).padStart(6, '0')}  ${said.status}`)
    status = said.status
    screen.status(`${status} ${Math.round(said.progress * 100)} %`)
  }
  try {
    return await new Promise<Render>((resolve, reject) => {
      const look = async () => {
        const now = await callApi<Render>(live, 'GET', `/renders/${id}`)
        show(now)
        if (now.status === 'finished') resolve(now)
        if (now.status === 'cancelled') reject(new CommandFailed('The render was cancelled.'))
        if (now.failure) reject(new Refused(now.failure.code, `${now.failure.code}: ${now.failure.message}`))
      }
      const catchUp = () => void look().catch(reject)
      const { socket, live, close } = openLive(api, { catchUp, refused: reject })
      stop = close
      socket.on('render:status', (message) => {
        if (message.renderId !== id) return
        show(message)
        if (['finished', 'failed', 'cancelled'].includes(message.status)) catchUp()
      })
    })
  } finally {
    screen.status('')
    stop()
  }
}

async function save(
  { outputs }: Render,
  folder: string,
  { filesOrigin, apiUrl }: Config,
  screen: Screen,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { url } of outputs) {
    // The public origin of the files may not be reachable from here. The API serves the same files.
    const response = await fetch(url.replace(filesOrigin, apiUrl))
    if (!response.ok) throw new CommandFailed(`${url} answered with status ${response.status}.`)
    // The file gets the last part of its link as its name, such as R-000001-still.png.
    const file = path.join(folder, path.basename(new URL(url).pathname))
    await writeFile(file, Buffer.from(await response.arrayBuffer()))
    screen.line(file)
  }
}
