import { findProgram } from '../start/find-program.js'
import { bubblewrapTool, chromiumTool, ffmpegTool, type Tool } from '../start/tools.js'

// What tests need beside Postgres and Redis, each where the sources say which tests: those of a route wait for none.

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

/** What `npm run chaos` needs beside what Toile needs: another clock for a process, and a cut network. */
export const chaosTools: Tool[] = [faketime, iptables]

/**
 * Chromium without what surrounds a page for a person who looks at it: the same page takes half the processor time. Where
 * there is none the whole one does.
 */
const headlessShell = tool(
  'Chromium without windows',
  'HEADLESS_SHELL_PATH',
  'chromium-headless-shell',
  ['chromium-headless-shell'],
  'none',
)

const MEDIA = /^(packages\/(browser|demo|media)|workers\/(uploads|videos|renders)|infra|web\/e2e)\//
/** Pictures as well, for which nothing else is needed. */
const FILES =
  /^(packages\/(browser|demo|media|runtime\/src\/isolation)|workers\/(uploads|images|videos|renders)|infra|web\/e2e|services\/relay\/src\/ticks\/queues)/

/** Each tool with the sources of the tests that need it. Operators' files are read by the programs that will read them. */
const usedBy: [Tool, RegExp][] = [
  [bubblewrapTool, FILES],
  [chromiumTool, MEDIA],
  [ffmpegTool, MEDIA],
  [headlessShell, /^web\/e2e\//],
  [faketime, /^(infra\/chaos\/chaos|services\/api\/src\/routes\/activities\/activities-clock)/],
  [iptables, /^infra\/chaos\/chaos/],
  [
    tool('docker-compose', 'DOCKER_COMPOSE_PATH', 'docker-compose', ['docker-compose'], 'docker-compose'),
    /^infra\/docker\//,
  ],
  [tool('kubectl', 'KUBECTL_PATH', 'kubectl', ['kubernetes-client'], 'kubernetes-cli'), /^infra\/kubernetes\//],
  [tool('promtool', 'PROMTOOL_PATH', 'promtool', ['prometheus'], 'prometheus'), /^infra\/observability\/observability/],
]

/** The tools without which these tests fail. */
export const toolsOf = (sources: readonly string[]): Tool[] =>
  usedBy.filter(([, users]) => sources.some((source) => users.test(source))).map(([needed]) => needed)
