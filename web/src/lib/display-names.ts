/** The current display name and earlier ones, offered as suggestions. */
export interface DisplayNames {
  current: string
  saved: ReadonlySet<string>
}

/** Returns the names with `name` as the current one. The previous current name joins the saved names. */
export function withDisplayName({ current, saved }: DisplayNames, name: string): DisplayNames {
  if (name === current) return { current, saved }
  return { current: name, saved: current === '' ? saved : new Set(saved).add(current) }
}
