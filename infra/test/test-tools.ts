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

/** The tests below infra that process files. */
const INFRA = 'infra/(cli/(inspect|toile)|observability/requests|start/demo/works|test/system|chaos/chaos)'
const media = new RegExp(`^(packages/(browser|demo|media)/|workers/(uploads|videos|renders)/|web/e2e/|${INFRA})`)
/** Tests that open untrusted files and so need bubblewrap. Those that are not in `media` need no other tool. */
const untrusted = new RegExp(
  `${media.source}|^(packages/runtime/src/isolation|workers/images/|services/relay/src/ticks/queues)`,
)

/** Each tool with the sources of the tests that need it. The last three are programs that check our configuration. */
const usedBy: [Tool, RegExp][] = [
  [bubblewrapTool, untrusted],
  [chromiumTool, media],
  [ffmpegTool, media],
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
