import { spawnSync } from 'node:child_process'
import { open, readdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serveIsolated } from './sandbox-child.js'

export interface Trespass {
  writes: string[]
  reads: string[]
  searches: string[]
  connects: { host: string; port: number }[]
}

type Met = Record<'writes' | 'reads' | 'connects', string[]> & {
  ownFile: string
  given: string
  found: string[]
  processes: number
  capabilities: string
  /** Results of programs that make the forbidden system calls. */
  asked: string[]
}

const codeOf = (tried: Promise<unknown>): Promise<string> =>
  tried.then(
    () => 'done',
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  )

// Opens the file for appending but writes nothing, so that a failing sandbox does not damage the host.
const write = async (file: string) => (await open(file, 'a')).close()

const reach = (target: { host: string; port: number }) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ ...target, timeout: 5_000 }, () => resolve(socket.destroy() && undefined))
    socket.once('error', reject).once('timeout', () => reject(socket.destroy() && new Error('timeout')))
  })

const memfdCreate = { x64: 319, arm64: 279 }[process.arch as 'x64']
/** Command that makes a system call in Perl, which every Debian has. It prints `done` or the number of the error. */
const perl = (call: string) => ['perl', '-e', `print defined(${call}) && $? != -1 ? 'done' : $!+0`]
const asks = [
  ['sh', '-c', 'unshare --user true && echo done || echo refused'],
  perl('shmget(0, 1 << 20, 0600)'),
  ['perl', '-e', `my $n = "a"; print syscall(${memfdCreate}, $n, 0) < 0 ? $!+0 : 'done'`],
]

const program = fileURLToPath(new URL('../../..', import.meta.url))
const isOfProgram = (folder: string) => ['packages', 'node_modules'].some((name) => folder.startsWith(program + name))

async function readable(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile() && !isOfProgram(entry.parentPath))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
  const codes = await Promise.all(files.map((file) => codeOf(readFile(file))))
  return files.filter((_, i) => codes[i] === 'done')
}

// This script stands in for a compromised media tool. It tries everything within reach.
serveIsolated<Trespass>(async ({ writes, reads, searches, connects }, inputFd): Promise<Met> => {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const status = await readFile('/proc/self/status', 'utf8')
  return {
    ownFile: await codeOf(writeFile('of-its-own', 'x')),
    given: await codeOf(readFile('../given/piece')),
    // The script also reopens its own input through the descriptor, this time for writing.
    writes: await Promise.all(
      [...writes, `/proc/self/fd/${inputFd}`, '/input', '../given/piece'].map((f) => codeOf(write(f))),
    ),
    reads: await Promise.all(reads.map((file) => codeOf(readFile(file)))),
    found: [...new Set((await Promise.all(searches.map(readable))).flat())],
    connects: await Promise.all(connects.map((target) => codeOf(reach(target)))),
    // The test expects two processes: bubblewrap's init process and this process.
    processes: processes.length,
    asked: asks.map(([command, ...args]) => spawnSync(command!, args, { encoding: 'utf8' }).stdout.trim()),
    capabilities: /^CapEff:\s+(\w+)/m.exec(status)![1]!,
  }
})
