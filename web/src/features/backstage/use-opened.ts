import { useSearchParams } from '../../lib/router.js'

/** The id in the search parameter `name`, shown beside the list, and a function that opens another one or none. */
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
