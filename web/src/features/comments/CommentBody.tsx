import type { Reply } from '@toile/contracts/comments/comments'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import type { AnyComment } from './use-comments.js'

/** Shows a comment as plain text. Only mentions of existing users become links. */
export function CommentBody({ comment: { body, mentions } }: { comment: AnyComment | Reply }) {
  if (mentions.length === 0)
    return (
      <p className="comment-body" dir="auto">
        {body}
      </p>
    )
  const people = new Map(mentions.map(({ id, name }) => [`@${name.toLowerCase()}`, id]))
  // Longer names come first, so that @ann-marie is not read as @ann.
  const names = [...people.keys()].sort((a, b) => b.length - a.length).map((name) => name.replaceAll('.', '\\.'))
  const parts = body.split(new RegExp(`(?<![\\p{L}\\p{N}._@-])(${names.join('|')})`, 'giu'))
  return (
    <p className="comment-body" dir="auto">
      {parts.map((part, i) => {
        const id = i % 2 === 1 ? people.get(part.toLowerCase()) : undefined
        return id ? (
          <Link key={i} to={paths.creator(id)}>
            <bdi>{part}</bdi>
          </Link>
        ) : (
          part
        )
      })}
    </p>
  )
}
