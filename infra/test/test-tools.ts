import { findProgram } from '../start/find-program.js'
import type { Tool } from '../start/tools.js'

// What only tests need: what reads the files that operators deploy by, so that the tests of infra/deploy need not trust
// their own reading, and what gives a process another clock or cuts its network.

const tool = (name: string, variable: Tool['variable'], program: string, packages: string[], macos: string): Tool => ({
  name,
  variable,
  packages,
  program,
  find: () => findProgram([program, `/usr/sbin/${program}`]),
  macos: `brew install ${macos} (untried)`,
})

/** What `npm run chaos` needs beside what Toile needs. */
export const chaosTools: Tool[] = [
  tool('faketime', 'FAKETIME_PATH', 'faketime', ['faketime'], 'libfaketime'),
  tool('iptables', 'IPTABLES_PATH', 'iptables', ['iptables', 'iproute2'], 'none'),
]

export const testTools: Tool[] = [
  ...chaosTools,
  tool('docker-compose', 'DOCKER_COMPOSE_PATH', 'docker-compose', ['docker-compose'], 'docker-compose'),
  tool('kubectl', 'KUBECTL_PATH', 'kubectl', ['kubernetes-client'], 'kubernetes-cli'),
  tool('promtool', 'PROMTOOL_PATH', 'promtool', ['prometheus'], 'prometheus'),
]

/**
 * Chromium without what surrounds a page for a person who looks at it: the same page takes half the processor time. Where
 * there is none the whole one does.
 */
export const headlessShell = tool(
  'Chromium without windows',
  'HEADLESS_SHELL_PATH',
  'chromium-headless-shell',
  ['chromium-headless-shell'],
  'none',
)
