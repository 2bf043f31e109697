import { onSessionChange, getToken } from './session.js'

/** The name one goes by now, and those that were saved before it; offered again where a name is typed. */
export interface Names {
  current: string
  saved: ReadonlySet<string>
}

const none: Names = { current: '', saved: new Set() }
let names = none

/** `name` is now the current one; the one before it joins the saved ones. */
export function withName({ current, saved }: Names, name: string): Names {
  if (name === current) return { current, saved }
  return { current: name, saved: current === '' ? saved : new Set(saved).add(current) }
}

export function keepName(name: string): void {
  names = withName(names, name)
}

export function getNames(): Names {
  return names
}

// The names of one person are not for the next one on this device.
let token = getToken()
onSessionChange(() => {
  if (token !== getToken()) names = none
  token = getToken()
})
