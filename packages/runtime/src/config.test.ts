import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from '@toile/testing/tap'
import { readConfig } from './config.js'
import { secretAddresses, secretValues } from './secret-settings.js'

const stores = { DATABASE_URL: 'postgres://localhost/x', REDIS_URL: 'redis://localhost' }

await t.test('S03 a weak or missing secret stops the process with one clear line', async (t) => {
  const few = 'abcdefg'.repeat(6)
  for (const SECRET of ['', 'short', 'changeme'.repeat(5), 'a'.repeat(64), few, `secret-${'0123456789'.repeat(4)}`])
    t.throws(() => readConfig(['secret'], { ...stores, SECRET }), /SECRET (must be at least 32|is not set)/, SECRET)
  t.ok(readConfig(['secret'], { ...stores, SECRET: '0123456789abcdef0123456789abcdef' }).secret)
})

await t.test('X16 refuses every secret that .env.example shows, and common placeholders', async (t) => {
  const example = readFileSync(path.resolve(import.meta.dirname, '../../../.env.example'), 'utf8')
  const shown = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)='?([^'\n]+)'?$/gm)].map(
    ([, name, value]): [string, string] => [name!, value!],
  )
  const secrets = shown.filter(([name, value]) => /SECRET|PASSWORD/.test(name) || /:\/\/[^/:]*:[^/@]*@/.test(value))
  t.same(
    secrets.map(([name]) => name),
    ['SECRET', 'DATABASE_URL', 'REDIS_URL', 'SMTP_URL'],
  )
  const fine = { ...stores, SECRET: '0123456789abcdef0123456789abcdef', MAIL_DIR: '/var/mail', MAIL_FROM: 'x' }
  const refusal = (env: NodeJS.ProcessEnv) => {
    try {
      readConfig(['secret', 'mail'], { ...fine, ...env })
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  t.equal(refusal({}), '')
  for (const [name, value] of secrets) {
    t.match(refusal({ [name]: value }), new RegExp(`^The configuration is wrong:\n  ${name} [^\n]+$`), name)
    t.notMatch(refusal({ [name]: value }), value, 'what stands there is not said')
  }
  for (const typed of ['changeme', 'change-me', 'Password123', 'secret', '<your secret>', 'placeholder'])
    t.match(refusal({ ALERT_WEBHOOK_SECRET: typed }), /ALERT_WEBHOOK_SECRET holds a placeholder/, typed)
  for (const good of ['7f1c9a', 'secretary of state 1912', 'not a password'])
    t.equal(refusal({ ALERT_WEBHOOK_SECRET: good, SMTP_URL: `smtp://u:${encodeURIComponent(good)}@mail.example` }), '')
})

await t.test('X16 reads every secret from a file, and a failing one gives one clear line', async (t) => {
  const SECRET = '0123456789abcdef0123456789abcdef'
  const folder = t.testdir({
    secret: `${SECRET}\r\n`,
    key: ' key \n',
    url: 'postgres://u:p@db/toile\n',
    empty: ' \n',
  })
  const at = (name: string) => path.join(folder, name)
  const s3 = {
    STORAGE_DRIVER: 's3',
    S3_BUCKET: 'b',
    S3_ACCESS_KEY_ID_FILE: at('key'),
    S3_SECRET_ACCESS_KEY_FILE: at('key'),
  }
  const read = (env: NodeJS.ProcessEnv) => readConfig(['secret', 'storage'], { ...stores, ...s3, SECRET, ...env })
  const config = read({ SECRET: '', SECRET_FILE: at('secret'), DATABASE_URL: '', DATABASE_URL_FILE: ` ${at('url')} ` })
  t.match(config, { secret: SECRET, databaseUrl: 'postgres://u:p@db/toile' })
  t.match(config.storage, { accessKeyId: 'key', secretAccessKey: 'key' })
  const refusal = (env: NodeJS.ProcessEnv) => {
    try {
      return read(env).secret
    } catch (error) {
      return (error as Error).message
    }
  }
  const wrong = 'The configuration is wrong:\n  '
  t.equal(refusal({ SECRET_FILE: at('secret') }), `${wrong}SECRET and SECRET_FILE may not both be set`)
  const bare = { SECRET: '', DATABASE_URL: '' }
  t.equal(refusal({ ...bare, SECRET_FILE: at('empty') }), `${wrong}SECRET_FILE names ${at('empty')}, which is empty`)
  const gone = `SECRET_FILE names ${at('gone')}, which cannot be read (ENOENT)`
  t.equal(refusal({ ...bare, SECRET_FILE: at('gone') }), wrong + gone)
  t.ok(read({ S3_BUCKET: '', STORAGE_DRIVER: 'folder', STORAGE_DIR: '/x', S3_ACCESS_KEY_ID_FILE: at('empty') }))
  for (const name of [...secretValues, ...secretAddresses])
    t.match(
      refusal({ [name]: '', [`${name}_FILE`]: folder }),
      `${wrong}${name}_FILE names ${folder}, which cannot be read (EISDIR)`,
    )
  const example = readFileSync(path.resolve(import.meta.dirname, '../../../.env.example'), 'utf8')
  const called = [...example.matchAll(/^#?([A-Z0-9_]*(?:SECRET|PASSWORD|KEY)[A-Z0-9_]*)=/gm)].map(([, name]) => name!)
  t.ok(called.length > 6)
  const known = [...secretValues, 'POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'GRAFANA_PASSWORD']
  for (const name of called) t.ok(known.includes(name), name)
})

await t.test('mail needs a server with a sender, or a folder', async (t) => {
  t.throws(() => readConfig(['mail'], stores), /MAIL_DIR is not set/)
  t.throws(() => readConfig(['mail'], { ...stores, SMTP_URL: 'smtp://mail.example' }), /MAIL_FROM is not set/)
  t.throws(
    () => readConfig(['mail'], { ...stores, SMTP_URL: 'http://mail.example', MAIL_FROM: 'x' }),
    /SMTP_URL must start/,
  )
  const env = { ...stores, MAIL_DIR: '/var/mail', PUBLIC_URL: 'https://toile.example' }
  t.same(readConfig(['mail'], env).mail, { folder: '/var/mail', from: 'Toile <no-reply@toile.example>' })
})

t.test('trims line ends of values from files, takes only whole port numbers, and IPv6 in brackets', (t) => {
  const SECRET = '0123456789abcdef0123456789abcdef'
  const read = (env: NodeJS.ProcessEnv) => readConfig(['secret'], { ...stores, SECRET, ...env })
  t.equal(read({ SECRET: `${SECRET}\r\n` }).secret, SECRET)
  t.equal(read({ DATABASE_URL: `${stores.DATABASE_URL}\n` }).databaseUrl, stores.DATABASE_URL)
  t.equal(read({ PORT: ' ' }).port, 8080)
  t.equal(read({ PORT: ' 80 ' }).port, 80)
  for (const PORT of ['80.5', 'http', '-1', '65536', 'NaN', 'Infinity'])
    t.throws(() => read({ PORT }), /PORT must be a whole number from 0 to 65535/, PORT)
  t.equal(read({ REALTIME_PORT: '9081' }).realtimeUrl, 'http://127.0.0.1:9081', 'follows the port')
  for (const HOST of ['::1', '[::1]', ' [::1] ']) t.equal(read({ HOST }).apiUrl, 'http://[::1]:8080', HOST)
  t.end()
})

t.test('the public address is an origin without a path', (t) => {
  const read = (PUBLIC_URL: string) => readConfig([], { ...stores, PUBLIC_URL }).publicUrl
  t.equal(read('https://toile.example/'), 'https://toile.example')
  for (const written of [
    'https://toile.example ',
    'https://toile.example\r',
    'HTTPS://Toile.Example',
    'https://toile.example:443',
  ])
    t.equal(read(written), 'https://toile.example', JSON.stringify(written))
  t.equal(readConfig([], { ...stores, HOST: '::1', PORT: '81' }).publicUrl, 'http://[::1]:81')
  for (const bad of ['https://a.example/shop', 'https://a.example/?x', 'https://a.example/#x', 'https://u:p@a.example'])
    t.throws(() => read(bad), /PUBLIC_URL may have no path, query or password/, bad)
  t.end()
})

t.test('takes proxies as addresses or networks, and reports anything else', (t) => {
  const read = (TRUST_PROXY: string) => readConfig([], { ...stores, TRUST_PROXY }).trustProxy
  t.equal(read(''), undefined)
  t.equal(read('127.0.0.1, 10.0.0.0/8,fd00::/8 '), '127.0.0.1,10.0.0.0/8,fd00::/8')
  t.equal(read('loopback,uniquelocal'), 'loopback,uniquelocal')
  for (const wrong of ['1', 'true', 'nginx', '10.0.0.0/33', '10.0.0.0/', '::1/129', '*'])
    t.throws(() => read(wrong), /TRUST_PROXY must be addresses or networks/, wrong)
  t.end()
})

await t.test('R03 the map of hosts takes origins exactly as browsers send them', async (t) => {
  const read = (HOSTS: string) => readConfig([], { ...stores, HOSTS }).hosts
  const map = { 'https://www.toile.example': { api: 'https://api.toile.example', files: 'http://127.0.0.1:8080' } }
  t.same(read(JSON.stringify(map)), map)
  const measurement = { id: 'G-1', script: 'https://tags.example/x.js?id=G-1', send: ['https://collect.example'] }
  const measured = { 'https://www.toile.example': { measurement } }
  t.same(read(JSON.stringify(measured)), measured)
  t.same(read(''), {})
  for (const bad of [
    'x',
    '[]',
    'null',
    '{"www.toile.example":{}}',
    '{"https://www.toile.example/":{}}',
    '{"https://www.toile.example":"https://api.toile.example"}',
    '{"https://www.toile.example":{"api":"https://api.toile.example/v1"}}',
    '{"https://www.toile.example":{"api":"*"}}',
    '{"https://www.toile.example":{"db":"https://api.toile.example"}}',
    '{"*":{}}',
    '{"https://www.toile.example":{"measurement":{"id":"G-1"}}}',
    '{"https://www.toile.example":{"measurement":{"id":"<script>","script":"https://tags.example/x.js"}}}',
    '{"https://www.toile.example":{"measurement":{"id":"G-1","script":"/x.js"}}}',
    '{"https://www.toile.example":{"measurement":{"id":"G-1","script":"https://tags.example/x.js","send":["*"]}}}',
    '{"https://www.toile.example":{"measurement":{"id":"G-1","script":"https://tags.example/x.js","more":1}}}',
  ])
    t.throws(() => read(bad), /HOSTS must be JSON of origins/, bad)
})

t.test('storage of unconfirmed accounts is set in megabytes, and their network gets ten times as much', (t) => {
  const read = (env: NodeJS.ProcessEnv = {}) => readConfig([], { ...stores, ...env }).unverified
  const megabyte = 1024 ** 2
  t.same(read(), { maxBytes: 500 * megabyte, maxUnfinishedUploads: 3, maxBytesPerNetwork: 5_000 * megabyte })
  const set = { UNVERIFIED_STORAGE_MEGABYTES: '20', UNVERIFIED_UNFINISHED_UPLOADS: '1' }
  t.same(read(set), { maxBytes: 20 * megabyte, maxUnfinishedUploads: 1, maxBytesPerNetwork: 200 * megabyte })
  t.equal(read({ ...set, UNVERIFIED_NETWORK_MEGABYTES: '50' }).maxBytesPerNetwork, 50 * megabyte)
  t.throws(() => read({ UNVERIFIED_STORAGE_MEGABYTES: '0' }), /UNVERIFIED_STORAGE_MEGABYTES must be/)
  t.end()
})

t.test('refuses a webhook address with a password, because failures log the address', async (t) => {
  const env = { DATABASE_URL: 'postgres://db/toile', REDIS_URL: 'redis://127.0.0.1' }
  const read = (address: string) => readConfig([], { ...env, ALERT_WEBHOOK_URL: address }).alertWebhook?.url
  t.throws(() => read('https://ann:secret@hooks.example/x'), /may hold no user and password/)
  t.equal(read('https://hooks.example/x'), 'https://hooks.example/x')
})

await t.test('the version is the built one, unless it is set', (t) => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const commit = existsSync(path.join(root, '.git')) ? /^\+[0-9a-f]{8,}$/ : /^$/
  const { version: built } = readConfig([], stores)
  t.ok(built.startsWith(version), built)
  t.match(built.slice(version.length), commit, 'with its commit')
  t.equal(readConfig([], { ...stores, TOILE_VERSION: '' }).version, built, 'an empty name is none')
  t.equal(readConfig([], { ...stores, TOILE_VERSION: 'spring' }).version, 'spring')
  t.end()
})
