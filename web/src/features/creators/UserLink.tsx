import type { PublicUser } from '@toile/contracts/users/users'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { Avatar } from './Avatar.js'
import './people.css'

/** A person's picture and name, leading to their page. */
export function UserLink({ person }: { person: PublicUser }) {
  return (
    <Link to={paths.creator(person.id)} className="person">
      <Avatar person={person} />
      <bdi>{person.nickname || person.name}</bdi>
    </Link>
  )
}
