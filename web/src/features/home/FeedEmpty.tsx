import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.js'
import { ButtonLink } from '../../ui/Button.js'
import { Notice } from '../../ui/Notice.js'
import type { FeedFilter } from './use-feed.js'

/** What stands where nothing was found, with the one thing that helps. */
export function FeedEmpty({ filter, isVisitor }: { filter: FeedFilter; isVisitor: boolean }) {
  const { t } = useTranslation()
  if (filter.sort === 'following' && isVisitor)
    return (
      <Notice text={t('home.signInToFollow')}>
        <ButtonLink to={paths.signIn(paths.feed(filter))}>{t('app.signIn')}</ButtonLink>
      </Notice>
    )
  if (filter.sort === 'following')
    return (
      <Notice text={t('home.noneFollowed')}>
        <ButtonLink to={paths.creators()}>{t('home.findCreators')}</ButtonLink>
      </Notice>
    )
  return (
    <Notice text={t(filter.q ? 'home.noneFound' : 'home.noneHere')}>
      {(filter.q || filter.category) && <ButtonLink to={paths.home}>{t('errors.toHome')}</ButtonLink>}
    </Notice>
  )
}
