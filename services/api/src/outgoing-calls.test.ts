import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from '@toile/testing/tap'

const root = path.resolve(import.meta.dirname, '../../..')

/** Only these files may match `callsOut`. Each text says whom the file calls. No address comes from user input. */
const allowed: Record<string, string> = {
  'packages/browser/src/page/convert.ts': 'runs in a page that reaches the files of the one upload and nothing else',
  'packages/browser/src/page/page.ts': 'the same',
  'packages/media/src/sandbox-child.ts': 'nobody: a descriptor that the worker has opened',
  'packages/scene/src/conversion.ts': 'the same',
  'packages/scene/src/conversion/own-files.ts': 'the same',
  'packages/storage/src/s3-errors.ts': 'nobody: it names the errors of the next two',
  'packages/storage/src/s3.ts': 'the bucket of the configuration',
  'packages/storage/src/s3-uploads.ts': 'the bucket of the configuration',
  'services/api/src/social/google.ts': 'Google, as the configuration names it: its keys',
  'services/api/src/social/json.ts': 'Google and Facebook: what they say of themselves and of a person',
  'services/api/src/social/oauth.ts': 'Google and Facebook: a code for a token',
  'services/relay/src/alert-webhook.ts': 'the webhook of the configuration',
  'services/api/src/http/socket-tunnel.ts': 'realtime, as the configuration names it',
  'services/api/src/http/web.ts': 'the sockets of realtime, as the configuration names it',
  'workers/notifications/src/transport.ts': 'the mail server of the configuration',
}

const callsOut = new RegExp(
  [
    String.raw`\bfetch\(`,
    String.raw`\bnew (WebSocket|EventSource)\(`,
    String.raw`\bcreateRemoteJWKSet\(`,
    String.raw`(?:from |import\()'(node:https|node:http2|node:tls|undici|axios|got|nodemailer|@aws-sdk/[\w-]+|@tus/s3-store|@fastify/(oauth2|http-proxy|reply-from))'`,
    String.raw`import [^;]*\b(request|get|connect|Socket|createConnection)\b[^;\n]* from 'node:(http|net)'`,
  ].join('|'),
)

const withoutTypes = (source: string) => source.replace(/^import type .*$/gm, '')

await t.test(
  'C03 processes call out only to providers, bucket, mail server and webhook, never to an address from a user',
  async (t) => {
    const sources = ['services', 'workers', 'packages']
      .flatMap((part) => readdirSync(path.join(root, part)).map((name) => `${part}/${name}/src`))
      .flatMap((folder) =>
        readdirSync(path.join(root, folder), { recursive: true }).map((file) => `${folder}/${String(file)}`),
      )
      .filter((file) => file.endsWith('.ts'))
      .filter(
        (file) =>
          !/(\.test|-test-child|-trespass-child|\.test-\w+|test-api|test-social|\.d)\.ts$|^packages\/testing\//.test(
            file,
          ),
      )
    t.ok(sources.length > 250, `${sources.length} files are looked at`)
    const calling = sources.filter((file) => callsOut.test(withoutTypes(readFileSync(path.join(root, file), 'utf8'))))
    t.same(calling.sort(), Object.keys(allowed).sort())
  },
)
