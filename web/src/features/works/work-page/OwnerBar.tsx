import { useTranslation } from 'react-i18next'
import type { Work } from '@toile/contracts/works/works'
import { paths } from '../../../lib/paths.js'
import { Button, ButtonLink } from '../../../ui/Button.js'
import { useWorkTransition } from '../work-transitions.js'

/** What only the owner sees above a work: its state, and where it can go from there. */
export function OwnerBar({ work }: { work: Work }) {
  const { t } = useTranslation()
  const { move, busy } = useWorkTransition()
  const released = work.state === 'released'
  const trashed = work.state === 'trashed'
  const text = released && work.visibility === 'private' ? 'privateBar' : (`${work.state}Bar` as const)
  return (
    <div className="owner-bar" role="group" aria-label={t('app.myWorks')}>
      <p>{!work.hidden && t(`work.${text}`)}</p>
      {!trashed && (
        <ButtonLink to={paths.editWork(work.id)}>{t(released ? 'work.edit' : 'work.editAndPublish')}</ButtonLink>
      )}
      {released && (
        <Button busy={busy} onClick={() => void move(work, 'unpublish')}>
          {t('work.unpublish')}
        </Button>
      )}
      {trashed ? (
        <Button busy={busy} onClick={() => void move(work, 'restore')}>
          {t('work.restore')}
        </Button>
      ) : (
        <Button busy={busy} onClick={() => void move(work, 'trash')}>
          {t('work.trash')}
        </Button>
      )}
    </div>
  )
}
