import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

interface Overlay {
  resources: string[]
  images?: { name: string; newName: string; newTag: string }[]
  patches?: { target: { kind: string; name: string }; patch: string }[]
}
interface Operation {
  op: 'add' | 'replace' | 'remove'
  path: string
  value?: unknown
}
interface Named {
  kind: string
  metadata: { name: string }
}
interface Image {
  image: string
}
type Pods = { spec?: { template?: { spec: { initContainers?: Image[]; containers: Image[] } } } }

/**
 * Applies an overlay as kustomize does, but supports only what our overlays use: resources, image names and JSON
 * patches. Debian 12's kubectl (2021) cannot build them. @throws Error when the overlay refers to something missing
 */
export async function putOnBase<R extends Named & Pods>(base: readonly R[], folder: string): Promise<R[]> {
  const overlay = parse(await readFile(path.join(folder, 'kustomization.yaml'), 'utf8')) as Overlay
  const own = overlay.resources.filter((name) => name !== '../../base')
  const texts = await Promise.all(own.map((name) => readFile(path.join(folder, name), 'utf8')))
  const added = texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as R))
  const all = [...structuredClone(base), ...added]
  for (const { target, patch } of overlay.patches ?? []) {
    const meant = all.filter(({ kind, metadata }) => kind === target.kind && metadata.name === target.name)
    if (meant.length !== 1) throw new Error(`${meant.length} resources are ${target.kind} ${target.name}`)
    for (const operation of parse(patch) as Operation[]) apply(meant[0]!, operation)
  }
  for (const { name, newName, newTag } of overlay.images ?? []) {
    const meant = all.flatMap(containersOf).filter(({ image }) => image === name)
    if (meant.length === 0) throw new Error(`nothing runs the image ${name}`)
    for (const container of meant) container.image = `${newName}:${newTag}`
  }
  return all
}

export function containersOf({ spec }: Pods): Image[] {
  const pods = spec?.template?.spec
  return pods ? [...(pods.initContainers ?? []), ...pods.containers] : []
}

/** Applies one JSON Patch operation (RFC 6902), without support for arrays. Throws when the path does not exist. */
function apply(resource: object, { op, path: pointer, value }: Operation): void {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = steps.pop()!
  let at = resource as Record<string, unknown>
  for (const step of steps) {
    if (typeof at[step] !== 'object' || at[step] === null) throw new Error(`${pointer}: there is no ${step}`)
    at = at[step] as Record<string, unknown>
  }
  if (op !== 'add' && !(last in at)) throw new Error(`${pointer}: there is no ${last}`)
  if (op === 'remove') delete at[last]
  else at[last] = value
}
