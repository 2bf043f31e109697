import { damaged, type Json } from './package.js'

export function arrayOf(json: Json, key: string): unknown[] {
  const value = json[key] ?? []
  if (!Array.isArray(value)) throw damaged(`"${key}" is no list`)
  return value
}

export function listOf(json: Json, key: string): Json[] {
  const list = arrayOf(json, key)
  if (!list.every(isObject)) throw damaged(`"${key}" is no list of objects`)
  return list
}

export function objectOf(json: Json, key: string): Json {
  const value = json[key] ?? {}
  if (!isObject(value)) throw damaged(`"${key}" is no object`)
  return value
}

/** Returns an integer from 0 to 2^53 - 1, or `absent` if the key is missing. @throws InputFailure MODEL_DAMAGED */
export function wholeOf(json: Json, key: string, absent?: number): number {
  const value = json[key] ?? absent
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw damaged(`"${key}" is no whole number`)
  return value
}

export function indicesOf(json: Json, key: string, length: number): number[] {
  const list = arrayOf(json, key) as number[]
  for (const index of list)
    if (!Number.isInteger(index) || index < 0 || index >= length) throw damaged(`"${key}" points to nothing`)
  return list
}

/** @throws InputFailure MODEL_DAMAGED when the entry does not exist */
export function entryAt(list: Json[], index: number, what: string): Json {
  const entry = list[index]
  if (!entry) throw damaged(`${what} ${index} is missing`)
  return entry
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
