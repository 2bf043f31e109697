import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.js'
import { Link, useSearchParams } from '../../lib/router.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Codes } from './Codes.js'
import { Devices } from './Devices.js'
import { Downloads } from './Downloads.js'
import { EntitledDownloads } from './EntitledDownloads.js'
import { useLiveSoftware, useCodes } from './use-software.js'
import { ButtonLink } from '../../ui/Button.js'
import { formatDate } from '../../ui/format.js'
import { Skeleton } from '../../ui/Skeleton.js'
import '../../ui/tabs.css'
import './software.css'

const tabs = ['download', 'codes', 'devices', 'list'] as const
const parts = { download: Downloads, codes: Codes, devices: Devices, list: EntitledDownloads }

export function SoftwarePage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'download'
  const Part = parts[tab]
  useLiveSoftware()
  return (
    <div className="software">
      <PageHeading title={t('account.nav.software')} />
      <p className="software-about muted">{t('software:software.about')}</p>
      <EntitlementBar />
      <nav className="tabs" aria-label={t('account.nav.software')}>
        {tabs.map((one) => (
          <Link key={one} to={paths.software(one)} preventScrollReset aria-current={one === tab ? 'page' : undefined}>
            {t(`software:software.tabs.${one}`)}
          </Link>
        ))}
      </nav>
      <Part />
    </div>
  )
}

function EntitlementBar() {
  const { t } = useTranslation()
  const { data, isPending } = useCodes()
  if (isPending) return <Skeleton height={75} />
  if (!data) return null
  const entitlement = data.pages[0]?.entitlement
  return (
    <section className="entitlement" data-unlocked={entitlement ? true : undefined}>
      <div>
        <strong>
          {entitlement
            ? t('software:software.daysLeft', { count: entitlement.daysLeft })
            : t('software:software.locked')}
        </strong>
        <p className="muted">
          {entitlement
            ? t('software:software.unlocked', { date: formatDate(entitlement.until) })
            : t('software:software.lockedHint')}
        </p>
      </div>
      <ButtonLink to={paths.software('codes')} preventScrollReset>
        {t('software:software.enterCode')}
      </ButtonLink>
    </section>
  )
}
