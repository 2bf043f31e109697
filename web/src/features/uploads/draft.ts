import type { Work, WorkInput } from '@toile/contracts/works'
import { maxIntroLength, titleLength } from '@toile/contracts/works.constants'

/** The fields of a work that the form holds. */
export type DraftFields = Required<Pick<WorkInput, 'title' | 'intro' | 'categories' | 'tags' | 'visibility'>> & {
  coverId: string | null
}

export const emptyDraft: DraftFields = {
  title: '',
  intro: '',
  categories: [],
  tags: [],
  visibility: 'public',
  coverId: null,
}

export function fieldsOf({ title, intro, categories, tags, visibility, coverId }: Work): DraftFields {
  return { title, intro, categories, tags, visibility, coverId }
}

/** The edits not saved yet. */
export function unsaved(edits: Partial<DraftFields>, saved: Partial<DraftFields>): Partial<DraftFields> {
  return Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => value !== saved[name as keyof DraftFields]),
  ) as Partial<DraftFields>
}

/** Edits as a PATCH: the wrapper drops what is empty, so fields that were emptied are named. */
export function patchOf({ coverId, ...edits }: Partial<DraftFields>) {
  const clear = (['title', 'intro'] as const).filter((name) => edits[name]?.trim() === '')
  return { ...edits, ...(coverId && { coverId }), ...(clear.length > 0 && { clear }) }
}

export type Need = 'title' | 'intro' | 'categories' | 'tags' | 'cover' | 'upload' | 'email'

/** Characters as people count them, after trimming. */
const lengthOf = (text: string) => [...text.normalize('NFC').trim()].length

/** What is still missing before the work can be published, in the order of the form. */
export function missing(fields: DraftFields, { ready, verified }: { ready: boolean; verified: boolean }): Need[] {
  const title = lengthOf(fields.title)
  const intro = lengthOf(fields.intro)
  const needs: Record<Need, boolean> = {
    title: title < titleLength.min || title > titleLength.max,
    intro: intro === 0 || intro > maxIntroLength,
    categories: fields.categories.length === 0,
    tags: fields.tags.length === 0,
    cover: fields.coverId === null,
    upload: !ready,
    email: !verified,
  }
  return (Object.keys(needs) as Need[]).filter((need) => needs[need])
}
