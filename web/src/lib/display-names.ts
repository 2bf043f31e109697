/** The name one goes by now, and those that were saved before it; offered again where a name is typed. */
export interface DisplayNames {
  current: string
  saved: ReadonlySet<string>
}

/** `name` is now the current one; the one before it joins the saved ones. */
export function withDisplayName({ current, saved }: DisplayNames, name: string): DisplayNames {
  if (name === current) return { current, saved }
  return { current: name, saved: current === '' ? saved : new Set(saved).add(current) }
}
