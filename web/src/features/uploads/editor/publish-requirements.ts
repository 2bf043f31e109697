import type { PublishRequirement } from './draft.js'

/** Where each missing thing is filled in. The first that is there gets the focus. */
const selectors: Record<Exclude<PublishRequirement, 'email'>, string[]> = {
  title: ['[name=title]'],
  intro: ['[name=intro]'],
  categories: ['.choices input[type=checkbox]'],
  tags: ['.tags > input'],
  cover: ['.covers input', '.covers button', '.covers'],
  content: ['.add-medium button'],
  upload: ['.rail h2'],
}

/** Brings a person to the field that they have to fill in. */
export function focusRequirement(need: Exclude<PublishRequirement, 'email'>): void {
  const field = selectors[need].map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean)
  if (!field) return
  field.scrollIntoView({ block: 'center', behavior: 'smooth' })
  field.focus({ preventScroll: true })
}
