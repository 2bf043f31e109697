import t from 'tap'
import { readConfig } from './config.js'

const stores = { DATABASE_URL: 'postgres://localhost/x', REDIS_URL: 'redis://localhost' }

await t.test('S03 a weak or missing secret stops the process with one clear line', async (t) => {
  for (const SECRET of ['', 'short', 'changeme'.repeat(5), 'a'.repeat(64), '<run: openssl rand -hex 32>'])
    t.throws(() => readConfig(['secret'], { ...stores, SECRET }), /SECRET (must be at least 32|is not set)/, SECRET)
  t.ok(readConfig(['secret'], { ...stores, SECRET: '0123456789abcdef0123456789abcdef' }).secret)
})

await t.test('mails go to a server with a sender, or into a folder; one of them must be named', async (t) => {
  t.throws(() => readConfig(['mail'], stores), /MAIL_DIR is not set/)
  t.throws(() => readConfig(['mail'], { ...stores, SMTP_URL: 'smtp://mail.example' }), /MAIL_FROM is not set/)
  t.throws(
    () => readConfig(['mail'], { ...stores, SMTP_URL: 'http://mail.example', MAIL_FROM: 'x' }),
    /SMTP_URL must start/,
  )
  const env = { ...stores, MAIL_DIR: '/var/mail', PUBLIC_URL: 'https://toile.example' }
  t.same(readConfig(['mail'], env).mail, { folder: '/var/mail', from: 'Toile <no-reply@toile.example>' })
})

await t.test('R03 the map of hosts is origins, written as browsers send them', async (t) => {
  const read = (HOSTS: string) => readConfig([], { ...stores, HOSTS }).hosts
  const map = { 'https://www.toile.example': { api: 'https://api.toile.example', files: 'http://127.0.0.1:8080' } }
  t.same(read(JSON.stringify(map)), map)
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
  ])
    t.throws(() => read(bad), /HOSTS must be JSON of origins/, bad)
})
