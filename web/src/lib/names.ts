import { withName, type Names } from './display-names.js'
import { onSessionChange, getToken } from './session.js'

const none: Names = { current: '', saved: new Set() }
let names = none

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
