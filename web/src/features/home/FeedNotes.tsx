import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.js'
import { ButtonLink } from '../../ui/Button.js'
import { Notice } from '../../ui/Notice.js'
import type { FeedFilter } from './use-feed.js'
import { loadNamespaces } from '../../i18n/load-namespaces.js'

await loadNamespaces('feed')

export default function FeedNotes(props: { filter: FeedFilter; isEmpty: boolean; isVisitor: boolean }) {
  const { filter, isEmpty } = props
  return (
    <>
      {filter.tag && <Tag filter={filter} />}
      {isEmpty && <Empty {...props} />}
    </>
  )
}

/** A press removes the tag and moves the focus to the search field, because the pressed link disappears. */
function Tag({ filter }: { filter: FeedFilter }) {
  const { t } = useTranslation()
  return (
    <div className="feed-tag">
      <ButtonLink
        to={paths.feed({ ...filter, tag: '' })}
        replace
        preventScrollReset
        aria-label={t('feed:removeTag', { tag: filter.tag })}
        onClick={() => document.querySelector<HTMLElement>('.feed-bar input')?.focus()}
      >
        #{filter.tag} ✕
      </ButtonLink>
    </div>
  )
}

function Empty({ filter, isVisitor }: { filter: FeedFilter; isVisitor: boolean }) {
  const { t } = useTranslation()
  if (filter.sort === 'following' && isVisitor)
    return (
      <Notice text={t('feed:signInToFollow')}>
        <ButtonLink to={paths.signIn(paths.feed(filter))}>{t('app.signIn')}</ButtonLink>
      </Notice>
    )
  if (filter.sort === 'following')
    return (
      <Notice text={t('feed:noneFollowed')}>
        <ButtonLink to={paths.creators()}>{t('feed:findCreators')}</ButtonLink>
      </Notice>
    )
  return (
    <Notice text={t(filter.q ? 'feed:noneFound' : 'feed:noneHere')}>
      {(filter.q || filter.category || filter.tag) && <ButtonLink to={paths.home}>{t('errors.toHome')}</ButtonLink>}
    </Notice>
  )
}
