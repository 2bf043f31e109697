import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.js'
import { ButtonLink } from '../../ui/Button.js'
import { formatDate } from '../../ui/format.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { useCodes } from './use-software.js'

/** Whether and until when the full version is unlocked. Where that cannot be told, the tabs below say why. */
export function EntitlementBar() {
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
