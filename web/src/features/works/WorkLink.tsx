import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'

/** The title of a work, as a link if there is an `id`. Without an `id`, the user cannot open the work. */
export function WorkLink({ id, title }: { id: string | false | null | undefined; title: string | null | undefined }) {
  if (!id) return title
  return (
    <Link to={paths.work(id)}>
      <bdi>{title}</bdi>
    </Link>
  )
}
