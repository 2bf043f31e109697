import { readdir, readFile } from 'node:fs/promises'
import t from '@toile/testing/tap'
import { parse, parseAllDocuments } from 'yaml'
import { queueNames } from '@toile/contracts/jobs'
import { secretAddresses, secretValues } from '@toile/runtime/secret-settings'
import { processes } from '../start/processes.js'
import { containersOf, putOnBase } from './overlay.test-support.js'
import { inRoot, runTool } from '../test/run-tool.test-support.js'

interface Container {
  image: string
  command: string[]
  envFrom?: { secretRef?: { name: string } }[]
  env?: { name: string; value?: string }[]
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[]
  readinessProbe?: object
  livenessProbe?: object
  resources?: { requests: object; limits: object }
  securityContext: {
    allowPrivilegeEscalation: boolean
    readOnlyRootFilesystem: boolean
    capabilities: { drop: string[] }
  }
}
interface Peer {
  ipBlock?: { cidr: string }
  namespaceSelector?: object
  podSelector?: { matchLabels?: Record<string, string> }
}
interface Resource {
  kind: string
  metadata: { name: string; namespace?: string }
  data?: Record<string, string>
  spec: {
    scaleTargetRef?: { name: string }
    selector?: { matchLabels: Record<string, string> }
    podSelector?: { matchLabels: Record<string, string> }
    policyTypes?: string[]
    egress?: { to?: Peer[]; ports?: { port: number }[] }[]
    triggers?: { metadata: { query: string; ignoreNullValues: string } }[]
    fallback?: { behavior: string }
    rules?: { http: { paths: { backend: { service: { name: string } } }[] } }[]
    template?: {
      metadata: { labels: Record<string, string> }
      spec: {
        securityContext: { runAsNonRoot: boolean }
        initContainers: Container[]
        containers: Container[]
        volumes: { name: string; secret?: { secretName: string } }[]
      }
    }
  }
}

const FOLDER = 'infra/kubernetes'
const read = (text: string): Resource[] => parseAllDocuments(text).map((document) => document.toJS() as Resource)
const build = async (name: string) => read(await runTool('KUBECTL_PATH', ['kustomize', inRoot(FOLDER, name)]))

const base = await build('base')
const named = (kind: string) => base.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name)
const workers = [
  ...processes.filter(({ entry }) => entry.startsWith('workers/')).map(({ name }) => name),
  'renders-cycles',
]

await t.test('defines exactly the existing processes', async (t) => {
  const deployed = base.flatMap(({ kind, metadata, spec }) =>
    kind === 'Deployment' ? [[metadata.name, spec.template!.spec.containers[0]!.command.at(-1)] as const] : [],
  )
  const wanted = processes.map(({ name, entry }) => [name, entry] as const)
  t.same(new Map(deployed), new Map([...wanted, ['renders-cycles', 'workers/renders/dist/main.js']]))
  t.same(new Set(named('PodDisruptionBudget')), new Set(deployed.map(([name]) => name)))
})

await t.test('scales every worker by its own queue', async (t) => {
  const scaled = base.filter(({ kind }) => kind === 'ScaledObject')
  t.same(new Set(scaled.map(({ spec }) => spec.scaleTargetRef!.name)), new Set(workers))
  for (const { metadata, spec } of scaled) {
    const queries = spec.triggers!.map((trigger) => trigger.metadata.query)
    t.ok((queueNames as readonly string[]).includes(metadata.name))
    const queue = `queue="${metadata.name}"`
    // All relays report the same numbers, so the first query takes one number per state and adds up the states.
    t.same(queries, [
      `sum(max by (state) (toile_queue_jobs{${queue},state=~"waiting|active"}))`,
      `max(toile_queue_oldest_waiting_seconds{${queue}})`,
    ])
    // A missing number must not count as an empty queue.
    t.ok(spec.triggers!.every((trigger) => trigger.metadata.ignoreNullValues === 'false'))
    t.equal(spec.fallback!.behavior, 'currentReplicasIfHigher')
  }
})

await t.test('gives every process probes, limits and least privileges', async (t) => {
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

/** Debian 12's kubectl cannot build our overlays (see overlay.test-support.ts). */
const isOldKubectl = /v1\.([01]\d|20)\./.test(await runTool('KUBECTL_PATH', ['version', '--client']))

/** Builds the overlay with our own code. Unless kubectl is too old, also builds it with kubectl. */
async function overlaid(name: string): Promise<Resource[][]> {
  const here = await putOnBase(base, inRoot(FOLDER, name))
  return isOldKubectl ? [here] : [here, await build(name)]
}

const media = (resources: readonly Resource[]) =>
  resources.filter(
    ({ kind, spec }) => kind === 'Deployment' && spec.template!.metadata.labels['toile/kind'] === 'media',
  )

await t.test('X16 gives media workers their secrets in files, not in the environment', async (t) => {
  const gpu = (await overlaid('overlays/gpu')).flatMap(media)
  t.same(
    new Set(media(base).map(({ metadata }) => metadata.name)),
    new Set(['uploads', 'images', 'videos', 'renders', 'renders-cycles']),
  )
  for (const { metadata, spec } of [...media(base), ...gpu]) {
    const { initContainers, containers, volumes } = spec.template!.spec
    for (const { envFrom = [], env = [], volumeMounts = [] } of [...initContainers, ...containers]) {
      t.same(
        envFrom.filter(({ secretRef }) => secretRef),
        [],
        metadata.name,
      )
      const variables = env.map(({ name }) => name)
      t.same(
        variables.filter((name) => [...secretValues, ...secretAddresses].includes(name)),
        [],
        metadata.name,
      )
      const files = env.filter(({ name }) => name.endsWith('_FILE'))
      t.ok(files.length > 0, metadata.name)
      for (const { name, value } of files) t.equal(value, `/run/secrets/toile/${name.replace(/_FILE$/, '')}`)
      const [mount] = volumeMounts.filter(({ mountPath }) => mountPath === '/run/secrets/toile')
      t.match(
        volumes.find(({ name }) => name === mount?.name),
        { secret: { secretName: 'toile' } },
        metadata.name,
      )
      t.equal(mount?.readOnly, true)
    }
    t.same(
      containers[0]!.env!.flatMap(({ name }) => (name.endsWith('_FILE') ? name : [])),
      ['DATABASE_URL_FILE', 'REDIS_URL_FILE', 'S3_ACCESS_KEY_ID_FILE', 'S3_SECRET_ACCESS_KEY_FILE'],
    )
  }
})

await t.test('U07 X05 lets media workers reach only DNS, Postgres, Redis and the object store', async (t) => {
  for (const resources of [base, ...(await overlaid('overlays/production'))]) {
    const policies = resources.filter(
      ({ kind, spec }) => kind === 'NetworkPolicy' && spec.podSelector!.matchLabels['toile/kind'] === 'media',
    )
    t.same(
      policies.map(({ metadata, spec }) => [metadata.name, spec.policyTypes]),
      [['media', ['Egress']]],
    )
    const rules = policies[0]!.spec.egress!
    t.equal(rules.length, 4)
    for (const { to, ports } of rules) {
      t.equal(to?.length, 1, 'a rule without anybody is for everybody')
      t.ok(ports?.length)
      const { ipBlock, podSelector } = to![0]!
      if (ipBlock) t.ok(Number(ipBlock.cidr.split('/')[1]) >= 24, `${ipBlock.cidr} is no network of many others`)
      else t.ok(Object.keys(podSelector?.matchLabels ?? {}).length > 0, 'pods by a label')
    }
    t.match(rules[0], { to: [{ podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }] })
    t.same(
      rules.slice(1, 3).map(({ ports }) => ports),
      [[{ port: 5432 }], [{ port: 6379 }]],
    )
  }
  // Another policy for the same pods would widen their access.
  const others = base.filter(({ kind, spec }) => kind === 'NetworkPolicy' && spec.egress)
  t.same(
    others.map(({ metadata }) => metadata.name),
    ['media'],
  )
})

await t.test('includes every file', async (t) => {
  for (const name of ['base', ...(await readdir(inRoot(FOLDER, 'overlays'))).map((one) => `overlays/${one}`)]) {
    const text = await readFile(inRoot(FOLDER, name, 'kustomization.yaml'), 'utf8')
    const { resources } = parse(text) as { resources: string[] }
    const files = (await readdir(inRoot(FOLDER, name))).filter((file) => file !== 'kustomization.yaml')
    t.same(new Set(resources.filter((file) => file !== '../../base')), new Set(files), name)
  }
})

await t.test('patches existing resources and every image in the production overlay', async (t) => {
  for (const production of await overlaid('overlays/production')) {
    const data = production.find(({ kind }) => kind === 'ConfigMap')!.data!
    t.equal(data['TRUST_PROXY'], '10.0.0.0/8')
    t.ok(production.every(({ metadata }) => metadata.namespace === 'toile'))
    const images = production.flatMap(containersOf).map(({ image }) => image)
    t.ok(images.length > 0 && images.every((image) => image.startsWith('registry.example/')))
    t.same(new Set(images.map((image) => image.split(':')[1])), new Set([data['TOILE_VERSION']]), 'and its version')
    const services = production.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name)
    const [rule] = production.find(({ kind }) => kind === 'Ingress')!.spec.rules!
    for (const { backend } of rule!.http.paths) t.ok(services.includes(backend.service.name), backend.service.name)
  }
})

await t.test('replaces the render pool in the GPU overlay', async (t) => {
  for (const gpu of await overlaid('overlays/gpu')) {
    const find = (wanted: string, name: string) =>
      gpu.find(({ kind, metadata }) => kind === wanted && metadata.name === name)
    t.match(find('ScaledObject', 'renders'), { spec: { minReplicaCount: 0, maxReplicaCount: 0 } })
    const pool = find('ScaledObject', 'renders-gpu')!
    t.ok(find('Deployment', pool.spec.scaleTargetRef!.name), 'it scales what is there')
    const { containers } = find('Deployment', 'renders-gpu')!.spec.template!.spec
    const { containers: without } = find('Deployment', 'renders')!.spec.template!.spec
    t.same(containers[0]!.command, without[0]!.command)
    t.same(containers[0]!.envFrom, without[0]!.envFrom)
  }
})

await t.test('rejects an overlay that refers to missing resources', async (t) => {
  const at = (patches: object[], images: object[] = []) =>
    putOnBase(base, t.testdir({ 'kustomization.yaml': JSON.stringify({ resources: ['../../base'], patches, images }) }))
  const patch = (name: string, path: string) => ({
    target: { kind: 'ConfigMap', name },
    patch: JSON.stringify([{ op: 'replace', path, value: 'x' }]),
  })
  t.ok(await at([patch('toile', '/data/PUBLIC_URL')]))
  await t.rejects(at([patch('toil', '/data/PUBLIC_URL')]), /0 resources are ConfigMap toil/)
  await t.rejects(at([patch('toile', '/data/PUBLIC_URI')]), /there is no PUBLIC_URI/)
  await t.rejects(at([patch('toile', '/date/PUBLIC_URL')]), /there is no date/)
  await t.rejects(at([], [{ name: 'toil-service', newName: 'a', newTag: 'b' }]), /nothing runs the image toil-service/)
})
