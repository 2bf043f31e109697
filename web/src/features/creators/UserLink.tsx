import type { PublicUser } from '@toile/contracts/users/users'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { Avatar } from './Avatar.js'
import './people.css'

export function UserLink({ user }: { user: PublicUser }) {
  return (
    <Link to={paths.creator(user.id)} className="person">
      <Avatar person={user} />
      <bdi>{user.nickname || user.name}</bdi>
    </Link>
  )
}
