import { findProgram } from '../start/find-program.js'
import { bubblewrapTool, chromiumTool, ffmpegTool, type Tool } from '../start/tools.js'

// Tools that tests need besides Postgres and Redis. Only the tests that need a tool wait for it.

const tool = (name: string, variable: Tool['variable'], program: string, packages: string[], macos: string): Tool => ({
  name,
  variable,
  packages,
  program,
  find: () => findProgram([program, `/usr/sbin/${program}`]),
  macos: `brew install ${macos} (untried)`,
})

const faketime = tool('faketime', 'FAKETIME_PATH', 'faketime', ['faketime'], 'libfaketime')
const iptables = tool('iptables', 'IPTABLES_PATH', 'iptables', ['iptables', 'iproute2'], 'none')

/** Additional tools of `npm run chaos`: faketime shifts the clock, and iptables sets firewall rules. */
export const chaosTools: Tool[] = [faketime, iptables]

const MEDIA = /^(packages\/(browser|demo|media)|workers\/(uploads|videos|renders)|infra|web\/e2e)\//
/** Tests that open untrusted files and so need bubblewrap. Those that are not in MEDIA need no other tool. */
const FILES =
  /^(packages\/(browser|demo|media|runtime\/src\/isolation)|workers\/(uploads|images|videos|renders)|infra|web\/e2e|services\/relay\/src\/ticks\/queues)/

/** Each tool with the sources of the tests that need it. The last three are programs that check our configuration. */
const usedBy: [Tool, RegExp][] = [
  [bubblewrapTool, FILES],
  [chromiumTool, MEDIA],
  [ffmpegTool, MEDIA],
  [faketime, /^(infra\/chaos\/chaos|services\/api\/src\/routes\/activities\/activities-clock)/],
  [iptables, /^infra\/chaos\/chaos/],
  [
    tool('docker-compose', 'DOCKER_COMPOSE_PATH', 'docker-compose', ['docker-compose'], 'docker-compose'),
    /^infra\/docker\//,
  ],
  [tool('kubectl', 'KUBECTL_PATH', 'kubectl', ['kubernetes-client'], 'kubernetes-cli'), /^infra\/kubernetes\//],
  [tool('promtool', 'PROMTOOL_PATH', 'promtool', ['prometheus'], 'prometheus'), /^infra\/observability\/observability/],
]

export const toolsOf = (sources: readonly string[]): Tool[] =>
  usedBy.filter(([, users]) => sources.some((source) => users.test(source))).map(([needed]) => needed)
