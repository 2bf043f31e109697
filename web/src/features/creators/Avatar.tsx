import type { PublicUser } from '@toile/contracts/users/users'
import './people.css'

export function Avatar({ person, size = 32 }: { person: PublicUser; size?: number }) {
  const style = { width: size, height: size, fontSize: size * 0.4 }
  if (person.avatarUrl)
    return <img className="avatar" style={style} src={person.avatarUrl} alt="" width={size} height={size} />
  return (
    <span className="avatar" style={style} aria-hidden="true">
      {[...(person.nickname || person.name)][0]}
    </span>
  )
}
