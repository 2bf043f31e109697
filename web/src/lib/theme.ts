import { createExternalStore } from './external-store.js'
import { local } from './storage.js'

export const colourModes = ['system', 'light', 'dark'] as const
export type ColourMode = (typeof colourModes)[number]

const KEY = 'colour-mode'
const systemDark = matchMedia('(prefers-color-scheme: dark)')
const store = createExternalStore()
let forced: ColourMode | undefined

function getColourMode(): ColourMode {
  const stored = local.getItem(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** On the next page load, public/theme.js applies the stored mode before the first paint. */
export function setColourMode(mode: ColourMode): void {
  local.setItem(KEY, mode)
  apply()
}

/** Overrides the user's stored choice, without changing it, until called with undefined. */
export function forceColourMode(mode: ColourMode | undefined): void {
  if (mode === forced) return
  forced = mode
  apply()
}

function apply(): void {
  const mode = forced ?? getColourMode()
  document.documentElement.dataset['theme'] = mode === 'system' ? (systemDark.matches ? 'dark' : 'light') : mode
  const background = getComputedStyle(document.documentElement).getPropertyValue('--bg')
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', background)
  store.changed()
}

systemDark.addEventListener('change', apply)
addEventListener('storage', ({ key }) => key === KEY && apply())

export function useColourMode(): ColourMode {
  return store.useValue(getColourMode)
}

export function useShownTheme(): 'light' | 'dark' {
  return store.useValue(() => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'))
}
