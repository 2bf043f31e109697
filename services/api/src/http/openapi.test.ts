import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as esbuild from 'esbuild'
import openapiTS, { astToString } from 'openapi-typescript'
import t from '@toile/testing/tap'
import { caller, startTestApi, type TestApi } from '../test-api.js'

const root = path.resolve(import.meta.dirname, '../../../..')

let api: TestApi
let text: string
t.before(async () => {
  api = await startTestApi({ publicUrl: 'https://toile.example' })
  text = await (await caller(api.url)('GET', '/openapi.json')).text()
})
t.teardown(() => api.close())

interface Document {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, Media> } }>>
  components: { schemas: Record<string, { examples?: unknown[] }> }
}
interface Media {
  schema?: object
  example?: unknown
}

await t.test("the description passes Redocly's recommended rules", async (t) => {
  const config = await createConfig({ extends: ['recommended'] })
  const lint = async (source: string) =>
    (await lintFromString({ source, config })).map(
      ({ ruleId, message, location: [at] }) => `${ruleId} ${message} ${at?.pointer}`,
    )
  t.same(await lint(text), [])
  t.match(await lint(text.replace('"security":[]', '"x-none":[]')), [/security-defined/], 'and one is seen')
})

await t.test('every body and every component has a valid example', (t) => {
  const { paths, components } = JSON.parse(text) as Document
  const ajv = new Ajv2020({ strict: false, formats: { binary: true } })
  ajv.addSchema({ $id: 'https://toile.example/', components })
  const check = (name: string, schema: object, example: unknown) => {
    // The references become full URLs, so that they resolve within the whole description.
    const validate = ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"https://toile.example/#/')) as object,
    )
    t.ok(validate(example), `${name}: ${ajv.errorsText(validate.errors)}`)
  }
  for (const [name, schema] of Object.entries(components.schemas))
    for (const example of schema.examples ?? []) check(name, schema, example)
  for (const [at, operations] of Object.entries(paths))
    for (const [method, { requestBody }] of Object.entries(operations))
      for (const { schema, example } of Object.values(requestBody?.content ?? {}))
        if (schema) check(`${method} ${at}`, schema, example)
  t.ok(Object.keys(components.schemas).length > 60)
  t.end()
})

const CLIENT = `
import createClient from 'openapi-fetch'
import type { components, paths } from './toile.js'

export async function use(baseUrl: string, token: string) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + token } })
  const made = await client.POST('/works', { body: { title: 'Linen dress', tags: ['linen'] } })
  const id: string = made.data!.id
  const { data: work } = await client.GET('/works/{id}', { params: { path: { id } } })
  const { data } = await client.GET('/me/profile')
  const profile: components['schemas']['Profile'] = data!
  const refused = await client.POST('/works', { body: { title: 'x'.repeat(300) } })
  const code: string = refused.error!.code
  return { title: work!.title, nickname: profile.nickname, code, status: refused.response.status }
}

export function misuse(client: ReturnType<typeof createClient<paths>>) {
  // @ts-expect-error a title is a text
  void client.POST('/works', { body: { title: 7 } })
  // @ts-expect-error there is no such path
  void client.GET('/garments')
}
`

await t.test('a typed client generated from the description compiles and works', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-client-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  await writeFile(path.join(folder, 'toile.d.ts'), astToString(await openapiTS(text)))
  await writeFile(path.join(folder, 'client.ts'), CLIENT)
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  }
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['client.ts'] }),
  )
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  const require = createRequire(path.join(root, 'package.json'))
  const tsc = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc')
  const compiled = promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  )
  t.equal((await compiled).stdout, '')

  const client = path.join(folder, 'client.js')
  await esbuild.build({
    entryPoints: [path.join(folder, 'client.ts')],
    outfile: client,
    format: 'esm',
    logLevel: 'silent',
  })
  const { use } = (await import(client)) as { use(url: string, token: string): Promise<object> }
  const { token, user } = await api.person()
  const { nickname } = user
  t.same(await use(api.url, token), { title: 'Linen dress', nickname, code: 'INVALID_INPUT', status: 422 })
})
