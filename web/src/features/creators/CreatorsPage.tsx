import { useTranslation } from 'react-i18next'
import { creatorSorts } from '@toile/contracts/users/creators.constants'
import { paths } from '../../lib/paths.js'
import { Link, useSearchParams } from '../../lib/router.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { SearchInput } from '../../ui/forms/SearchInput.js'
import { CreatorList } from './CreatorList.js'
import { usePeople } from './use-people.js'
import '../../ui/tabs.css'
import './people.css'

export function CreatorsPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const sort = creatorSorts.find((one) => one === search.get('sort')) ?? 'fans'
  const q = search.get('q') ?? ''
  const creators = usePeople({ sort, q })
  return (
    <>
      <PageHeading title={t('app.creators')} />
      <div className="people-bar">
        <nav className="tabs" aria-label={t('app.creators')}>
          {creatorSorts.map((one) => (
            <Link key={one} to={paths.creators(one, q)} aria-current={one === sort ? 'page' : undefined}>
              {t(`people.${one}`)}
            </Link>
          ))}
        </nav>
        <SearchInput
          aria-label={t('people.search')}
          placeholder={t('people.search')}
          value={q}
          search={(words) => setSearch({ sort, ...(words && { q: words }) }, { replace: true, flushSync: true })}
        />
      </div>
      <CreatorList creators={creators} empty={t(q ? 'people.noneFound' : 'people.empty')} />
    </>
  )
}
