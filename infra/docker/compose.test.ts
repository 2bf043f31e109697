import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
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
import { secretAddresses, secretValues } from '@toile/runtime/secret-settings'
import { createRunning } from '@toile/runtime/process'
import { testConfig } from '@toile/testing/processes'
import { until } from '@toile/testing/until'
import { processes } from '../start/processes.js'
import { inRoot, runTool } from '../test/run-tool.test-support.js'

interface Service {
  image: string
  secrets?: { source: string }[]
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

/** The compose file, as docker-compose parses it. */
const text = await runTool('DOCKER_COMPOSE_PATH', ['config'], { ...secrets, COMPOSE_PROFILES: profiles.join(',') })
const { services, secrets: secretFiles } = parse(text) as {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
}
const openFiles = ['uploads', 'images', 'videos', 'renders', 'renders-cycles']
/** The images of Postgres and SeaweedFS have two-part versions. All other images have three-part versions. */
const EXACTLY = /^((postgres|chrislusf\/seaweedfs):\d+\.\d+|[a-z/]+:v?\d+\.\d+\.\d+)(-[a-z]+)*(@sha256:[0-9a-f]{64})?$/
const entryOf = ({ command = [] }: Service) =>
  command.find((word) => /^(services|workers)\/\w+\/dist\/main\.js$/.test(word))

await t.test('runs exactly the existing processes', async (t) => {
  const named = Object.entries(services).flatMap(([name, service]) => {
    const entry = entryOf(service)
    return entry ? [[name, entry] as const] : []
  })
  const wanted = processes.map(({ name, entry }) => [name, entry] as const)
  t.same(new Map(named), new Map([...wanted, ['renders-cycles', 'workers/renders/dist/main.js']]))
  const used = Object.values(services).flatMap((service) => service.profiles)
  t.same(new Set(used), new Set(profiles), 'every profile is there, and everything has one')
})

await t.test('documents the commands of every process for running by hand', async (t) => {
  const manual = await readFile(inRoot('docs/operators.md'), 'utf8')
  const [, commands = ''] = /By hand, each process is one command[^`]*```\n([^`]*)```/.exec(manual) ?? []
  const named = [...commands.matchAll(/^node (\S+\/main\.js)$/gm)].map(([, entry]) => entry!)
  t.same(named.toSorted(), processes.map(({ entry }) => entry).toSorted())
})

await t.test('passes the version to every process', (t) => {
  for (const [name, service] of Object.entries(services))
    if (entryOf(service)) t.equal(service.environment?.['TOILE_VERSION'], '', name)
  t.end()
})

await t.test('runs every process with least privileges, from build targets that exist', async (t) => {
  const dockerfile = await readFile(inRoot('infra/docker/Dockerfile'), 'utf8')
  for (const [name, service] of Object.entries(services)) {
    if (!service.build) continue
    t.match(dockerfile, new RegExp(`^FROM \\S+ AS ${service.build.target}$`, 'm'), name)
    t.equal(service.read_only, true, `${name} has a read-only system`)
    t.same(service.cap_drop, ['ALL'], `${name} has no capabilities`)
    t.ok(service.security_opt?.includes('no-new-privileges:true'), name)
  }
  // Only the last USER of a target counts. It must be unprivileged.
  for (const stage of dockerfile.split(/^FROM /m).slice(2))
    t.equal([...stage.matchAll(/^USER (\w+)/gm)].at(-1)?.[1], 'node')
})

await t.test('U07 allows media workers to create namespaces, but no tracing of other processes', async (t) => {
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

await t.test('S03 gives the secret only to processes that sign sessions, and media workers no route out', async (t) => {
  const holders = Object.keys(services).filter((name) => services[name]!.environment?.['SECRET'])
  t.same(holders.toSorted(), ['api', 'demo', 'realtime'])
  for (const name of openFiles) t.same(Object.keys(services[name]!.networks ?? {}), ['inside'], name)
  t.match(text, /inside:\s+internal: true/)
})

await t.test('X16 gives media workers their secrets in files, not in the environment', async (t) => {
  const root = t.testdir({
    '.env': `POSTGRES_PASSWORD=${secrets.POSTGRES_PASSWORD}\nREDIS_PASSWORD='${secrets.REDIS_PASSWORD}'\n`,
    infra: { docker: { 'write-secrets.sh': await readFile(inRoot('infra/docker/write-secrets.sh'), 'utf8') } },
  })
  execFileSync('sh', [path.join(root, 'infra/docker/write-secrets.sh')])
  const written = async (name: string) => readFile(path.join(root, 'secrets', name), 'utf8')
  const { DATABASE_URL, REDIS_URL } = services['api']!.environment!
  t.equal((await written('database_url')).trim(), DATABASE_URL)
  t.equal((await written('redis_url')).trim(), REDIS_URL)
  t.equal((await stat(path.join(root, 'secrets'))).mode & 0o777, 0o700)
  t.equal((await stat(path.join(root, 'secrets/redis_url'))).mode & 0o777, 0o644, 'the user of a container is another')
  for (const name of openFiles) {
    const { environment = {}, secrets: mounted = [] } = services[name]!
    const settings = [...secretValues, ...secretAddresses]
    t.same(
      settings.filter((one) => environment[one] !== undefined),
      [],
      name,
    )
    const files = settings.flatMap((one) => environment[`${one}_FILE`] ?? [])
    t.same(files.map((file) => path.basename(file)).toSorted(), mounted.map(({ source }) => source).toSorted(), name)
    t.ok(files.length > 0 && files.every((file) => path.dirname(file) === '/run/secrets'))
  }
  for (const { file } of Object.values(secretFiles)) await t.resolves(written(path.basename(file)), file)
})

await t.test('X15 pins every third-party image to an exact version, and can pin its digest', async (t) => {
  const images = Object.values(services).flatMap(({ build, image }) => (build ? [] : [image]))
  const dockerfile = await readFile(inRoot('infra/docker/Dockerfile'), 'utf8')
  const [, base = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? []
  t.match(base, /^node:24\./)
  const stages = [...dockerfile.matchAll(/^FROM (\S+) AS (\S+)$/gm)]
  t.equal(stages.length, dockerfile.match(/^FROM /gm)?.length)
  for (const [, from, name] of stages)
    t.ok(from === '${NODE_IMAGE}' || stages.some(([, , other]) => other === from), `${name} is from ${from}`)
  t.ok(images.length > 4)
  for (const image of [...images, base]) t.match(image, EXACTLY, image)
  for (const floating of ['node', 'node:24', 'node:24.21', 'redis:7.4-bookworm', 'postgres:17', 'a/b:latest', 'a/b:v3'])
    t.notMatch(floating, EXACTLY, floating)

  // Fakes the registries: the digest of an image is a hash of its name.
  const digestOf = (image: string) => `sha256:${createHash('sha256').update(image).digest('hex')}`
  const root = t.testdir({
    'docker-compose.yml': await readFile(inRoot('docker-compose.yml'), 'utf8'),
    infra: {
      docker: { Dockerfile: dockerfile, 'pin-images.sh': await readFile(inRoot('infra/docker/pin-images.sh'), 'utf8') },
    },
    bin: { docker: `#!/bin/sh\nprintf sha256:; printf %s "$4" | sha256sum | cut -d ' ' -f 1\n` },
  })
  await chmod(path.join(root, 'bin/docker'), 0o755)
  const pin = () =>
    execFileSync('sh', [path.join(root, 'infra/docker/pin-images.sh')], {
      encoding: 'utf8',
      env: { PATH: `${root}/bin:${process.env['PATH']}` },
    })
  const pinned = [...new Set([...images, base])].map((image) => `${image}@${digestOf(image)}`).toSorted()
  for (const time of ['once', 'and again']) t.same(pin().trim().split('\n').toSorted(), pinned, time)
  const now = await readFile(path.join(root, 'docker-compose.yml'), 'utf8')
  for (const image of images) t.ok(now.includes(`image: ${image}@${digestOf(image)}\n`), image)
  t.match(
    await readFile(path.join(root, 'infra/docker/Dockerfile'), 'utf8'),
    `ARG NODE_IMAGE=${base}@${digestOf(base)}\n`,
  )
})

await t.test('Q09 requires a password for Redis, and lets Toile work but not flush it', async (t) => {
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
    ['get', 'other:key'],
  ] as [string, ...string[]][])
    await t.rejects(redis.call(command, ...rest), /NOPERM/, [command, ...rest].join(' '))
  await queues.close()
  redis.disconnect()
  await running.shutdown()
})
