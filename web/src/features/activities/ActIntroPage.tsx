import { useTranslation } from 'react-i18next'
import { activityPhases } from '@toile/contracts/activities/activities.constants'
import { ButtonLink } from '../../ui/Button.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { CheckReceipt } from './entries/CheckReceipt.js'
import { activityPaths } from './paths.js'
import './act-intro.css'

const parts = {
  clock: ['text', 'zone'],
  frozen: ['text'],
  receipts: ['text'],
  scoring: ['text', 'ties', 'sheet'],
  winners: ['text'],
} as const

export function ActIntroPage() {
  const { t } = useTranslation()
  return (
    <article className="act-intro">
      <PageHeading title={t('activities:intro.title')} />
      <p className="act-intro-lead">{t('activities:intro.lead')}</p>
      <section aria-labelledby="phases">
        <h2 id="phases">{t('activities:intro.phases.title')}</h2>
        <p>{t('activities:intro.phases.lead')}</p>
        <ol className="act-intro-phases">
          {activityPhases.map((phase) => (
            <li key={phase}>
              <strong>{t(`activities:moments.${phase}`)}</strong>
              <span>{t(`activities:intro.phases.${phase}`)}</span>
            </li>
          ))}
        </ol>
      </section>
      {Object.entries(parts).map(([name, lines]) => (
        <section key={name} id={name} aria-labelledby={`${name}-title`}>
          <h2 id={`${name}-title`}>{t(`activities:intro.${name as keyof typeof parts}.title`)}</h2>
          {lines.map((line) => (
            <p key={line}>{t(`activities:intro.${name}.${line}` as 'activities:intro.clock.text')}</p>
          ))}
          {name === 'receipts' && <CheckReceipt />}
        </section>
      ))}
      <ButtonLink variant="filled" to={activityPaths.list()}>
        {t('activities:intro.seeAll')}
      </ButtonLink>
    </article>
  )
}
