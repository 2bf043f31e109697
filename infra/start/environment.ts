import path from 'node:path'
import { readKeyValues, writeKeyValues } from './key-values.js'

const FILE = 'environment'

export function dataFolder(): string {
  return path.resolve(process.env['DATA_DIR'] || 'data')
}

export function writeEnvironment(dataDir: string, values: Record<string, string>): void {
  writeKeyValues(
    path.join(dataDir, FILE),
    values,
    'Written by npm start: how to reach the running system. Do not edit.',
  )
}

/**
 * Returns this process' variables. For a variable that is set neither as NAME nor as NAME_FILE, returns the value that
 * the last `npm start` wrote.
 */
export function readEnvironment(dataDir: string): Record<string, string> {
  const written = Object.entries(writtenEnvironment(dataDir)).filter(([name]) => !process.env[`${name}_FILE`])
  return { ...Object.fromEntries(written), ...setVariables(process.env) }
}

export function setVariables(env: NodeJS.ProcessEnv, isWanted = (_name: string) => true): Record<string, string> {
  const isSet = (entry: [string, string | undefined]): entry is [string, string] => Boolean(entry[1])
  return Object.fromEntries(
    Object.entries(env)
      .filter(isSet)
      .filter(([name]) => isWanted(name)),
  )
}

export function writtenEnvironment(dataDir: string): Record<string, string> {
  return readKeyValues(path.join(dataDir, FILE))
}
