import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tap } from '@tapjs/core'
import { startFacebookProvider } from '@toile/testing/providers/facebook'
import { startTestMailServer, type TestMailServer } from '@toile/testing/mail-server'
import type { ProviderServer } from '@toile/testing/providers/server'
import { preparedFolder } from '@toile/demo/prepared'
import { processes } from '../start/processes.js'
import { startTestSystem, type TestSystem } from './test-system.js'

export interface SharedSystem extends TestSystem {
  /** Receives every mail. */
  mail: TestMailServer
  /** This provider fails every call. Each call contains CLIENT_SECRET, so logged failures could reveal it. */
  facebook: ProviderServer
  traces: string[]
}

export const CLIENT_SECRET = 'canary-client-secret-7731'

let started: Promise<SharedSystem> | undefined

/** The test files of a process share one Toile. A test that kills a part of Toile waits until that part is back. */
export function sharedSystem(): Promise<SharedSystem> {
  return (started ??= start())
}

async function start(): Promise<SharedSystem> {
  const mail = await startTestMailServer()
  const facebook = await startFacebookProvider({
    clientId: 'toile-test',
    clientSecret: CLIENT_SECRET,
    redirectUri: 'none',
  })
  facebook.faults.fail = true
  const traces: string[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      traces.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const system = await startTestSystem(
    processes.map(({ name }) => name),
    {
      KEPT_DIR: preparedFolder() ?? '',
      // With these two settings, the work of a killed process is taken over within seconds.
      JOB_LOCK_SECONDS: '5',
      SWEEP_AFTER_SECONDS: '3',
      // With this setting, tests can choose their address with X-Forwarded-For.
      TRUST_PROXY: '127.0.0.1',
      SMTP_URL: mail.url,
      MAIL_FROM: 'Toile <no-reply@toile.example>',
      LOG_LEVEL: 'trace',
      FACEBOOK_CLIENT_ID: facebook.clientId,
      FACEBOOK_CLIENT_SECRET: facebook.clientSecret,
      FACEBOOK_AUTHORIZE_URL: `${facebook.url}/dialog/oauth`,
      FACEBOOK_TOKEN_URL: `${facebook.url}/oauth/access_token`,
      FACEBOOK_GRAPH_URL: facebook.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    },
  )
  // This teardown runs after all test files of the process, not after the first one.
  tap().teardown(async () => {
    await system.close()
    await mail.stop()
    await facebook.stop()
    receiver.closeAllConnections()
    receiver.close()
  })
  return { ...system, mail, facebook, traces }
}
