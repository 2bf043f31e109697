/** The name one goes by now, and those that were saved before it; offered again where a name is typed. */
export interface Names {
  current: string
  saved: ReadonlySet<string>
}

/** `name` is now the current one; the one before it joins the saved ones. */
export function withName({ current, saved }: Names, name: string): Names {
  if (name === current) return { current, saved }
  return { current: name, saved: current === '' ? saved : new Set(saved).add(current) }
}
