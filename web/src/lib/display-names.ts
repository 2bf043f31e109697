/** The current display name and earlier ones, offered as suggestions. */
export interface DisplayNames {
  current: string
  saved: ReadonlySet<string>
}

/** Makes `name` current; the previous one joins the saved ones. */
export function withDisplayName({ current, saved }: DisplayNames, name: string): DisplayNames {
  if (name === current) return { current, saved }
  return { current: name, saved: current === '' ? saved : new Set(saved).add(current) }
}
