import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from '@toile/testing/tap'
import { TEST_SECRET } from '@toile/testing/factories'
import { root } from '@toile/runtime/root'
import { processes } from '../../start/processes.js'

/** Formats of well-known keys and passwords, and of string literals that are assigned to names of secrets. */
const shapes = [
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /\b(AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\b(gh[pousr]_|npm_)[A-Za-z0-9]{36}/,
  /\bgithub_pat_\w{22}/,
  /\bglpat-[\w-]{20}/,
  /\bxox[abeprs]-[\w-]{10}/,
  /\bhooks\.slack\.com\/services\/T\w+/,
  /\bAIza[\w-]{35}/,
  /\bGOCSPX-[\w-]{20}/,
  /\b(sk|rk|pk)_(live|test)_\w{10}/,
  /\bsk-[\w-]{20}/,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./,
  /\w:\/\/[^\s:/@'"`$<]*:[^\s:/@'"`$<{]{6,}@/,
  /(secret|password|passwd|token|api_?key|access_?key)['"]?\s*[:=]\s*['"`][\w+/=-]{24,}['"`]/i,
]

const harmless = [
  TEST_SECRET,
  '0123456789abcdef0123456789abcdef',
  'a-client-secret-of-the-tests',
  'canary-client-secret-7731',
  ':password@',
  'ann:secret@hooks.example',
]

function leaks(lines: string[], where: (index: number) => string): string[] {
  return lines.flatMap((line, i) => {
    const shape = shapes.find((one) => one.test(line))
    return shape && !harmless.some((known) => line.includes(known)) ? [`${where(i)} looks like ${shape.source}`] : []
  })
}

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'safe.directory=*', ...args], { cwd: root, maxBuffer: 2 ** 30 }).toString()

await t.test('X16 recognises formats of secrets', async (t) => {
  // Each example is assembled from two parts, so that this file does not match.
  for (const [start, end] of [
    ['-----BEGIN OPENSSH PRIV', 'ATE KEY-----'],
    ["accessKeyId: 'AKIA", "IOSFODNN7EXAMPLE'"],
    ['postgres://toile:', 'hunter2-hunter2@db.example/toile'],
    ["const token = '", "0f3a9b2c4d5e6f708192a3b4c5d6e7f8'"],
    ['Bearer eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3ODkwIn0.sig'],
  ])
    t.equal(leaks([`${start}${end}`], String).length, 1, start!)
})

// Without git, for example in an unpacked archive, there is no list of files and no history to check.
if (existsSync(path.join(root, '.git')))
  await t.test('X16 finds no secret in files or history', async (t) => {
    const files = git('ls-files', '-z').split('\0').filter(Boolean)
    t.ok(files.length > 500)
    const isKept = /(^|\/)(\.env(\.(?!example)\w+)?|secrets|environment|id_\w+)$|\.(pem|key|p12|pfx)$/
    t.same(
      files.filter((file) => isKept.test(file)),
      [],
      'nothing that launcher and operators keep secrets in',
    )
    for (const file of files.filter((file) => existsSync(path.join(root, file)))) {
      const lines = readFileSync(path.join(root, file), 'latin1').split('\n')
      t.same(
        leaks(lines, (i) => `${file}:${i + 1}`),
        [],
        file,
      )
    }

    const lines = git('log', '-p', '--no-textconv', '--no-ext-diff', '--no-color', '--format=commit %H%n%B').split('\n')
    t.ok(lines.length > 1_000)
    let commit = ''
    const commits = lines.map((line) => (commit = /^commit ([0-9a-f]{40})$/.exec(line)?.[1] ?? commit))
    t.same(
      leaks(lines, (i) => commits[i]!),
      [],
    )
  })

await t.test('X16 a process with a placeholder secret exits with one line', async (t) => {
  for (const { name, entry } of processes.filter(({ gets }) => gets.includes('secret'))) {
    const stores = { DATABASE_URL: 'postgres://db.example/toile', REDIS_URL: 'redis://redis.example' }
    const env = { ...stores, STORAGE_DIR: '/nowhere', SECRET: 'changeme' }
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, entry)], { env, encoding: 'utf8' })
    t.equal(status, 1, name)
    t.equal(stdout, '')
    t.match(stderr, /^\w+ cannot start: The configuration is wrong:\n {2}SECRET must be at least 32 random [^\n]+\n$/)
    t.notMatch(stderr, 'changeme')
  }
})
