import { cameBack, type Fault, type FaultParts } from './fault.js'

const IN_ORDER = 'ended with code 0'

/** Groups of processes that one fault redeploys, one after the other. Postgres and Redis are never redeployed. */
const groups: Record<string, readonly string[]> = {
  'what people call': ['realtime', 'api', 'api-2'],
  relays: ['relay', 'relay-2'],
  'what works on files': ['uploads', 'uploads-2', 'images'],
  'what tells people': ['notifications', 'analytics'],
}

export function redeploys({ system: { programs } }: FaultParts): Fault[] {
  const services = programs.map(({ name }) => name).filter((name) => name !== 'postgres' && name !== 'redis')
  return Object.entries({ ...groups, 'each process': services }).map(([what, names]) => ({
    kind: 'redeploy',
    name: `SIGTERM to ${what} in turn`,
    async strike() {
      const deployed = programs.filter(({ name }) => names.includes(name))
      for (const program of deployed) {
        const before = program.pid()
        if (before === undefined) return undefined
        process.kill(before, 'SIGTERM')
        if (!(await cameBack([program], [before])) || program.lastEnd() !== IN_ORDER) return undefined
      }
      return `${deployed.length} processes ended in order and came back`
    },
  }))
}
