import { useSearchParams } from '../../lib/router.js'

/** The id of the opened item, from the search parameter `name`, and a function that opens another item or none. */
export function useOpened(name: string): [string | null, (id?: string) => void] {
  const [search, setSearch] = useSearchParams()
  const open = (id?: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (id) after.set(name, id)
        else after.delete(name)
        return after
      },
      { preventScrollReset: true },
    )
  return [search.get(name), open]
}
