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

// The next user of this device must not see the names of the previous one.
let token = getToken()
onSessionChange(() => {
  if (token !== getToken()) names = none
  token = getToken()
})
