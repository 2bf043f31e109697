import { execFileSync } from 'node:child_process'
import t from '@toile/testing/tap'

const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/

await t.test('X19 a log line is one line of JSON, whatever users call themselves', async (t) => {
  const forged = '\r\n{"level":30,"msg":"signed in","user":"admin"}\n\u001b[2K\u001b[31mroot\u0007\u0000\u009b2J\u2028'
  const program = `
    import { createLogger } from ${JSON.stringify(new URL('./logger.js', import.meta.url).href)}
    const log = createLogger('api', 'info')
    const forged = ${JSON.stringify(forged)}
    log.info({ nickname: forged, 'user-agent': forged, [forged]: { deep: [forged] } }, forged)
    log.error({ err: new Error(forged), url: forged }, 'call failed')
    log.child({ requestId: forged }).warn(forged)`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const lines = output.trimEnd().split('\n')
  t.equal(lines.length, 3)
  for (const line of lines) t.match(JSON.parse(line), { level: Number, name: 'api' })
  t.notMatch(output, CONTROL, 'and nothing that a terminal would obey')
  t.match(JSON.parse(lines[0]!), { nickname: forged, 'user-agent': forged, msg: forged }, 'nothing of it is lost')
})
