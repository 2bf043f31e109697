import { withDisplayName, type DisplayNames } from './display-names.js'
import { onSessionChange, getToken } from './session.js'

const none: DisplayNames = { current: '', saved: new Set() }
let names = none

export function rememberDisplayName(name: string): void {
  names = withDisplayName(names, name)
}

export function getDisplayNames(): DisplayNames {
  return names
}

// The names of one person are not for the next one on this device.
let token = getToken()
onSessionChange(() => {
  if (token !== getToken()) names = none
  token = getToken()
})
