/** The current display name and earlier ones, offered as suggestions. */
export interface DisplayNames {
  current: string
  saved: ReadonlySet<string>
}

/** Makes `name` the current name. The name before it joins the saved names. */
export function withDisplayName({ current, saved }: DisplayNames, name: string): DisplayNames {
  if (name === current) return { current, saved }
  return { current: name, saved: current === '' ? saved : new Set(saved).add(current) }
}
