import { findProgram } from '../start/find-program.js'
import type { Tool } from '../start/tools.js'

// What reads the files that operators deploy by, so that the tests of infra/deploy need not trust their own reading.

const tool = (name: string, variable: Tool['variable'], program: string, debian: string, macos: string): Tool => ({
  name,
  variable,
  packages: [debian],
  program,
  find: () => findProgram([program]),
  macos: `brew install ${macos} (untried)`,
})

export const deployTools: Tool[] = [
  tool('docker-compose', 'DOCKER_COMPOSE_PATH', 'docker-compose', 'docker-compose', 'docker-compose'),
  tool('kubectl', 'KUBECTL_PATH', 'kubectl', 'kubernetes-client', 'kubernetes-cli'),
  tool('promtool', 'PROMTOOL_PATH', 'promtool', 'prometheus', 'prometheus'),
]
