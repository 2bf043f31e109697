import { readdir, readFile } from 'node:fs/promises'
import t from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { queueNames } from '@toile/contracts/jobs'
import { processes } from '../start/processes.js'
import { inRoot, runTool } from './run-tool.test-support.js'

interface Container {
  image: string
  command: string[]
  envFrom?: { secretRef?: { name: string } }[]
  env?: { name: string }[]
  readinessProbe?: object
  livenessProbe?: object
  resources?: { requests: object; limits: object }
  securityContext: {
    allowPrivilegeEscalation: boolean
    readOnlyRootFilesystem: boolean
    capabilities: { drop: string[] }
  }
}
interface Resource {
  kind: string
  metadata: { name: string; namespace?: string }
  data?: Record<string, string>
  spec: {
    scaleTargetRef?: { name: string }
    selector?: { matchLabels: Record<string, string> }
    triggers?: { metadata: { query: string; ignoreNullValues: string } }[]
    fallback?: { behavior: string }
    template?: {
      metadata: { labels: Record<string, string> }
      spec: { securityContext: { runAsNonRoot: boolean }; initContainers: Container[]; containers: Container[] }
    }
  }
}

const folder = 'infra/kubernetes'
const read = (text: string): Resource[] => parseAllDocuments(text).map((document) => document.toJS() as Resource)
/** As kubectl builds it. */
const build = async (name: string) => read(await runTool('KUBECTL_PATH', ['kustomize', inRoot(folder, name)]))

const base = await build('base')
const named = (kind: string) => base.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name)
const workers = [
  ...processes.filter(({ entry }) => entry.startsWith('workers/')).map(({ name }) => name),
  'renders-cycles',
]

await t.test('it names exactly the processes that exist', async (t) => {
  const deployed = base.flatMap(({ kind, metadata, spec }) =>
    kind === 'Deployment' ? [[metadata.name, spec.template!.spec.containers[0]!.command.at(-1)] as const] : [],
  )
  const wanted = processes.map(({ name, entry }) => [name, entry] as const)
  t.same(new Map(deployed), new Map([...wanted, ['renders-cycles', 'workers/renders/dist/main.js']]))
  t.same(new Set(named('PodDisruptionBudget')), new Set(deployed.map(([name]) => name)))
})

await t.test('every worker scales by its own queue', async (t) => {
  const scaled = base.filter(({ kind }) => kind === 'ScaledObject')
  t.same(new Set(scaled.map(({ spec }) => spec.scaleTargetRef!.name)), new Set(workers))
  for (const { metadata, spec } of scaled) {
    const queries = spec.triggers!.map((trigger) => trigger.metadata.query)
    t.ok((queueNames as readonly string[]).includes(metadata.name))
    const queue = `queue="${metadata.name}"`
    // Every relay tells the same numbers: of each state one, and the states together.
    t.same(queries, [
      `sum(max by (state) (toile_queue_jobs{${queue},state=~"waiting|active"}))`,
      `max(toile_queue_oldest_waiting_seconds{${queue}})`,
    ])
    // A Prometheus that has no number is no empty queue.
    t.ok(spec.triggers!.every((trigger) => trigger.metadata.ignoreNullValues === 'false'))
    t.equal(spec.fallback!.behavior, 'currentReplicasIfHigher')
  }
})

await t.test('every process has probes, bounds and no more rights than it needs', async (t) => {
  for (const { kind, metadata, spec } of base) {
    if (kind !== 'Deployment') continue
    const { securityContext, initContainers, containers } = spec.template!.spec
    t.same(spec.template!.metadata.labels['app.kubernetes.io/name'], metadata.name)
    t.same(spec.selector!.matchLabels['app.kubernetes.io/name'], metadata.name)
    t.equal(securityContext.runAsNonRoot, true)
    const [container] = containers as [Container]
    t.ok(container.readinessProbe && container.livenessProbe && container.resources, metadata.name)
    t.equal(initContainers[0]!.image, container.image, 'the schema comes with the version')
    for (const { securityContext: rights } of [container, initContainers[0]!])
      t.match(rights, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    const secrets = container.envFrom!.flatMap(({ secretRef }) => secretRef?.name ?? [])
    t.equal(secrets.includes('toile-signing'), ['api', 'realtime'].includes(metadata.name), `S03 ${metadata.name}`)
  }
})

await t.test('no file is left out, and the overlays name things of the base', async (t) => {
  const { resources } = parse(await readFile(inRoot(folder, 'base/kustomization.yaml'), 'utf8')) as {
    resources: string[]
  }
  const files = (await readdir(inRoot(folder, 'base'))).filter((name) => name !== 'kustomization.yaml')
  t.same(new Set(resources), new Set(files))
  const version = await runTool('KUBECTL_PATH', ['version', '--client'])
  if (/v1\.([01]\d|20)\./.test(version)) {
    // Debian 12's is of 2021 and cannot build a folder upon another; the base is all that it proves.
    t.comment('this kubectl is too old for the overlays')
    return
  }
  const production = await build('overlays/production')
  t.equal(production.find(({ kind }) => kind === 'ConfigMap')!.data!['TRUST_PROXY'], '10.0.0.0/8')
  t.ok(production.every(({ metadata }) => metadata.namespace === 'toile'))
  const images = production.flatMap(({ spec }) => spec?.template?.spec.containers.map(({ image }) => image) ?? [])
  t.ok(images.every((image) => image.startsWith('registry.example/')))
  const gpu = await build('overlays/gpu')
  t.ok(gpu.some(({ kind, metadata }) => kind === 'ScaledObject' && metadata.name === 'renders-gpu'))
})
