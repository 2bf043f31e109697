import { useTranslation } from 'react-i18next'
import type { PublicUser } from '@toile/contracts/users/users'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'

export function CreatorLink({ creator }: { creator: Pick<PublicUser, 'id' | 'name' | 'nickname'> | null }) {
  const { t } = useTranslation()
  if (!creator) return t('app.deletedAccount')
  return (
    <Link to={paths.creator(creator.id)}>
      <bdi>{creator.nickname || creator.name}</bdi>
    </Link>
  )
}
