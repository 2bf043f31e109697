import type { Need } from './draft.js'

/** Where each missing thing is filled in. The first that is there gets the focus. */
const places: Record<Exclude<Need, 'email'>, string[]> = {
  title: ['[name=title]'],
  intro: ['[name=intro]'],
  categories: ['.choices input[type=checkbox]'],
  tags: ['.tags > input'],
  cover: ['.covers input', '.covers button', '.covers'],
  content: ['.add-medium button'],
  upload: ['.rail h2'],
}

/** Brings a person to the field that they have to fill in. */
export function focusNeed(need: Exclude<Need, 'email'>): void {
  const field = places[need].map((place) => document.querySelector<HTMLElement>(place)).find(Boolean)
  if (!field) return
  field.scrollIntoView({ block: 'center', behavior: 'smooth' })
  field.focus({ preventScroll: true })
}
