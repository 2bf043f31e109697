import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import t from '@toile/testing/tap'
import { parse } from 'yaml'
import { processes } from '../start/processes.js'
import { inRoot, runTool } from '../test/run-tool.test-support.js'

const FOLDER = 'infra/observability'

await t.test('Prometheus accepts the configuration and rules, and alerts fire as expected', async (t) => {
  await t.resolves(runTool('PROMTOOL_PATH', ['check', 'config', inRoot(FOLDER, 'prometheus/prometheus.yml')]))
  await t.resolves(runTool('PROMTOOL_PATH', ['test', 'rules', inRoot(FOLDER, 'prometheus/rules.test.yml')]))
  const config = parse(await readFile(inRoot(FOLDER, 'prometheus/prometheus.yml'), 'utf8')) as {
    scrape_configs: { dns_sd_configs: { names: string[] }[] }[]
  }
  const scraped = config.scrape_configs.flatMap((one) => one.dns_sd_configs.flatMap(({ names }) => names))
  t.same(new Set(scraped), new Set([...processes.map(({ name }) => name), 'renders-cycles']))
  const rules = await readFile(inRoot(FOLDER, 'prometheus/rules.yml'), 'utf8')
  for (const [, name] of rules.matchAll(/service="(\w+)"/g)) t.ok(scraped.includes(name!), `${name}`)
})

await t.test('queries only metrics that processes export', async (t) => {
  const source = ['packages', 'services', 'workers']
    .flatMap((group) => readdirSync(inRoot(group)).map((name) => inRoot(group, name, 'src')))
    .flatMap((src) => (readdirSync(src, { recursive: true }) as string[]).map((name) => path.join(src, name)))
    .filter((file) => file.endsWith('.ts') && !file.includes('.test'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const asking = ['prometheus/rules.yml', 'grafana/dashboards/toile.json'].map((file) => inRoot(FOLDER, file))
  const manifests = readdirSync(inRoot('infra/kubernetes/base')).map((file) => inRoot('infra/kubernetes/base', file))
  const text = [...asking, ...manifests].map((file) => readFileSync(file, 'utf8')).join('\n')
  const names = new Set([...text.matchAll(/\btoile_\w+?(?=(_bucket|_count|_sum)?\b)/g)].map(([name]) => name))
  t.ok(names.size > 5)
  for (const name of names) t.ok(source.includes(`'${name}'`), name)
})

await t.test('Grafana can load the dashboard', async (t) => {
  const dashboard = JSON.parse(await readFile(inRoot(FOLDER, 'grafana/dashboards/toile.json'), 'utf8')) as {
    panels: { id: number; type: string; targets?: { expr: string }[] }[]
  }
  t.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length, 'every panel has its number')
  const queries = dashboard.panels.flatMap(({ targets }) => targets?.map(({ expr }) => expr) ?? [])
  // promtool checks queries only inside rules.
  const rules = { groups: [{ name: 'all', rules: queries.map((expr, n) => ({ record: `panel_${n}`, expr })) }] }
  const file = path.join(t.testdir({ 'panels.json': JSON.stringify(rules) }), 'panels.json')
  await t.resolves(runTool('PROMTOOL_PATH', ['check', 'rules', file]))
})
