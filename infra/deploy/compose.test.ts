import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { Redis } from 'ioredis'
import t from '@toile/testing/tap'
import { parse } from 'yaml'
import { newId } from '@toile/contracts/ids'
import { connectRedis } from '@toile/bus/redis'
import { openQueues } from '@toile/bus/queues'
import { progressReporter } from '@toile/bus/progress'
import { startWorker } from '@toile/bus/worker'
import { workerCounts } from '@toile/bus/worker-counts'
import { freePort } from '@toile/runtime/ports'
import { createRunning } from '@toile/runtime/process'
import { testConfig } from '@toile/testing/processes'
import { until } from '@toile/testing/until'
import { processes } from '../start/processes.js'
import { inRoot, runTool } from './run-tool.test-support.js'

interface Service {
  command?: string[]
  build?: { target: string }
  environment?: Record<string, string>
  networks?: Record<string, unknown>
  profiles: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
}

const profiles = ['core', 'workers', 'observability', 's3', 'cycles', 'demo']
const secrets = { SECRET: 's'.repeat(40), POSTGRES_PASSWORD: 'postgrespassword', REDIS_PASSWORD: 'redispassword' }

/** The file as docker-compose itself reads it. */
const text = await runTool('DOCKER_COMPOSE_PATH', ['config'], { ...secrets, COMPOSE_PROFILES: profiles.join(',') })
const { services } = parse(text) as { services: Record<string, Service> }
const entryOf = ({ command = [] }: Service) =>
  command.find((word) => /^(services|workers)\/\w+\/dist\/main\.js$/.test(word))

await t.test('it names exactly the processes that exist', async (t) => {
  const named = Object.entries(services).flatMap(([name, service]) => {
    const entry = entryOf(service)
    return entry ? [[name, entry] as const] : []
  })
  const wanted = processes.map(({ name, entry }) => [name, entry] as const)
  t.same(new Map(named), new Map([...wanted, ['renders-cycles', 'workers/renders/dist/main.js']]))
  const used = Object.values(services).flatMap((service) => service.profiles)
  t.same(new Set(used), new Set(profiles), 'every profile is there, and everything has one')
})

await t.test('the commands for running it by hand are those of every process', async (t) => {
  const manual = await readFile(inRoot('docs/operators.md'), 'utf8')
  const [, commands = ''] = /By hand, each process is one command[^`]*```\n([^`]*)```/.exec(manual) ?? []
  const named = [...commands.matchAll(/^node (\S+\/main\.js)$/gm)].map(([, entry]) => entry!)
  t.same(named.toSorted(), processes.map(({ entry }) => entry).toSorted())
})

await t.test('every process is told what the deploy is called', (t) => {
  for (const [name, service] of Object.entries(services))
    if (entryOf(service)) t.equal(service.environment?.['TOILE_VERSION'], '', name)
  t.end()
})

await t.test('every process runs with as little as it can, and images have the targets that are built', async (t) => {
  const dockerfile = await readFile(inRoot('infra/docker/Dockerfile'), 'utf8')
  for (const [name, service] of Object.entries(services)) {
    if (!service.build) continue
    t.match(dockerfile, new RegExp(`^FROM \\S+ AS ${service.build.target}$`, 'm'), name)
    t.equal(service.read_only, true, `${name} has a read-only system`)
    t.same(service.cap_drop, ['ALL'], `${name} has no capabilities`)
    t.ok(service.security_opt?.includes('no-new-privileges:true'), name)
  }
  // The last user of each target is nobody special.
  for (const stage of dockerfile.split(/^FROM /m).slice(2))
    t.equal([...stage.matchAll(/^USER (\w+)/gm)].at(-1)?.[1], 'node')
})

await t.test('U07 what opens files may make namespaces, and trace or reach into no other process', async (t) => {
  for (const name of ['uploads', 'images', 'videos', 'renders', 'renders-cycles'])
    t.ok(services[name]!.security_opt?.includes('seccomp:infra/docker/seccomp.json'), name)
  const { defaultAction, syscalls } = JSON.parse(await readFile(inRoot('infra/docker/seccomp.json'), 'utf8')) as {
    defaultAction: string
    syscalls: { names: string[]; action: string }[]
  }
  t.equal(defaultAction, 'SCMP_ACT_ERRNO', 'what is not named is refused')
  const allowed = new Set(syscalls.flatMap(({ names, action }) => (action === 'SCMP_ACT_ALLOW' ? names : [])))
  for (const name of ['clone', 'unshare', 'mount', 'pivot_root']) t.ok(allowed.has(name), name)
  for (const name of [
    'ptrace',
    'process_vm_readv',
    'bpf',
    'keyctl',
    'io_uring_setup',
    'init_module',
    'setns',
    'userfaultfd',
  ])
    t.notOk(allowed.has(name), name)
})

await t.test('S03 only what signs sessions gets the secret, and what opens files has no way out', async (t) => {
  const holders = Object.keys(services).filter((name) => services[name]!.environment?.['SECRET'])
  t.same(holders.toSorted(), ['api', 'demo', 'realtime'])
  for (const name of ['uploads', 'images', 'videos', 'renders', 'renders-cycles'])
    t.same(Object.keys(services[name]!.networks ?? {}), ['inside'], name)
  t.match(text, /inside:\s+internal: true/)
})

await t.test('Q09 Redis answers nobody without the password, and Toile can do its work but not empty it', async (t) => {
  const port = await freePort()
  const [program, ...args] = services['redis']!.command as [string, ...string[]]
  const child = spawn(program, [...args, '--port', String(port), '--bind', '127.0.0.1', '--dir', t.testdir({})])
  t.teardown(() => child.kill('SIGKILL'))
  const stranger = new Redis({ port, retryStrategy: () => 50, maxRetriesPerRequest: null })
  stranger.on('error', () => {})
  t.teardown(() => stranger.disconnect())
  await t.rejects(stranger.get('toile:live'), /NOAUTH/)

  const redisUrl = services['api']!.environment!['REDIS_URL']!.replace('redis:6379', `127.0.0.1:${port}`)
  const running = createRunning(
    'test',
    await testConfig({ databaseUrl: 'postgres://none', redisUrl, production: true }),
  )
  const done: string[] = []
  startWorker(running, 'images', {
    'image.process': { run: async ({ id }) => void done.push(id), fail: async () => {} },
    'image.remake': { run: async () => {}, fail: async () => {} },
  })
  const queues = openQueues(redisUrl, running.log)
  const payload = { id: newId(), attempt: 1 }
  await queues.add([{ name: 'image.process', payload }])
  await until(() => done.length > 0)
  t.same(done, [payload.id])
  const redis = connectRedis(redisUrl, running.log)
  t.equal((await workerCounts(redis, ['images'])).get('images'), 1)
  progressReporter(redis)
  for (const [command, ...rest] of [
    ['flushall'],
    ['flushdb'],
    ['keys', '*'],
    ['config', 'set', 'appendonly', 'no'],
    ['shutdown'],
    ['acl', 'list'],
    ['get', 'somebody:else'],
  ] as [string, ...string[]][])
    await t.rejects(redis.call(command, ...rest), /NOPERM/, [command, ...rest].join(' '))
  await queues.close()
  redis.disconnect()
  await running.shutdown()
})
