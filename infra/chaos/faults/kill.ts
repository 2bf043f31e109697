import { cameBack, oneOf, type Fault, type FaultParts } from './fault.js'
import { busy } from './jobs.js'

/** The short run kills only the first six targets. */
const targets = ['api', 'relay', 'realtime', 'uploads', 'redis', 'postgres', 'notifications', 'analytics']

/** Kills a process with kill -9. If it has two copies, one is chosen at random. `uploads` is killed while jobs run. */
export function kills(parts: FaultParts): Fault[] {
  return targets.map((name) => ({
    kind: 'kill',
    name: `kill -9 ${name}`,
    atWork: name === 'uploads',
    async strike() {
      const program = oneOf(parts, name)
      if (name === 'uploads') await busy(parts.system.redis)
      const before = program.pid()
      if (before === undefined) return undefined
      process.kill(before, 'SIGKILL')
      const back = await cameBack([program], [before])
      return back ? `${program.name}: process ${before} became ${program.pid()}` : undefined
    },
  }))
}

export function killAll({ system: { programs } }: FaultParts): Fault[] {
  return [
    {
      kind: 'kill all',
      name: 'kill -9 everything at once',
      async strike() {
        const before = programs.map((program) => program.pid())
        for (const pid of before) if (pid !== undefined) process.kill(pid, 'SIGKILL')
        const back = await cameBack(programs, before)
        const killed = before.filter((pid) => pid !== undefined).length
        return back ? `${killed} processes ended, all ${programs.length} came back` : undefined
      },
    },
  ]
}
