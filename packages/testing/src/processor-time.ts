import { existsSync, readFileSync } from 'node:fs'

/** Linux' USER_HZ. */
const TICKS_PER_SECOND = 100
/** CPU time of ended children: fields 16 and 17 of /proc/self/stat. Parsing starts at 3, as field 2 may have spaces. */
const CHILDREN_AT = 16 - 3

/**
 * CPU time of this process, its threads and its ended children; other load on the machine does not affect it. Children
 * count only where the host has /proc.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000 + childrenMs()
}

function childrenMs(): number {
  const file = '/proc/self/stat'
  if (!existsSync(file)) return 0
  const stat = readFileSync(file, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[CHILDREN_AT]) + Number(fields[CHILDREN_AT + 1])) * 1_000) / TICKS_PER_SECOND
}
