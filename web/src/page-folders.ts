import { pages } from '@toile/contracts/pages.constants'

/** Of the specification, and not built yet. */
const TO_COME = [
  '/activity/',
  '/learning/',
  '/static/activity/',
  '/backgroundAdmin/operatingCenter/',
  '/backgroundAdmin/learningCenter/',
  '/backgroundAdmin/activityCenter/',
]

/** The folders that pages lie in, but the root: `/static/activity/:id` lies in `/static` and `/static/activity`. */
export function pageFolders(): string[] {
  const folders = [...pages, ...TO_COME].flatMap((page) => {
    const parts = page.split('/').slice(1, -1)
    return parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`)
  })
  return [...new Set(folders)]
}
