import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkCard } from '@toile/contracts/works/works'
import { paths } from '../../lib/paths.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { useWorkTransition } from './work-transitions.js'
import { WorkTile } from './WorkTile.js'

const HiddenNotice = lazy(() => import('./HiddenNotice.js'))

/** One of my works, with what I can do with it. */
export function OwnTile({ work }: { work: WorkCard }) {
  const { t } = useTranslation()
  const { move, remove, busy } = useWorkTransition()
  const [isConfirming, setConfirming] = useState(false)
  const name = work.title || t('home.noTitle')
  const act = (label: string, onClick: () => void) => (
    <Button variant="quiet" busy={busy} aria-label={`${label}: ${name}`} onClick={onClick}>
      {label}
    </Button>
  )
  return (
    // What is hidden takes no likes, as what is private.
    <WorkTile work={work.hidden ? { ...work, visibility: 'private' } : work}>
      {work.hidden && (
        <Suspense>
          <HiddenNotice hidden={work.hidden} mine />
        </Suspense>
      )}
      <div className="tile-actions">
        {work.state !== 'trashed' && (
          <ButtonLink variant="quiet" to={paths.editWork(work.id)} aria-label={`${t('work.edit')}: ${name}`}>
            {t('work.edit')}
          </ButtonLink>
        )}
        {work.state === 'draft' && act(t('work.publish'), () => void move(work, 'publish'))}
        {work.state === 'released' && act(t('work.unpublish'), () => void move(work, 'unpublish'))}
        {work.state === 'trashed'
          ? act(t('work.restore'), () => void move(work, 'restore'))
          : act(t('work.trash'), () => void move(work, 'trash'))}
        {work.state === 'trashed' && act(t('work.delete'), () => setConfirming(true))}
      </div>
      {isConfirming && (
        <Dialog title={t('work.deleteTitle')} onClose={() => setConfirming(false)}>
          <p>{t('work.deleteText', { title: name })}</p>
          <div className="dialog-end">
            <Button onClick={() => setConfirming(false)}>{t('work.keep')}</Button>
            <Button variant="filled" busy={busy} onClick={() => void remove(work.id)}>
              {t('work.delete')}
            </Button>
          </div>
        </Dialog>
      )}
    </WorkTile>
  )
}
