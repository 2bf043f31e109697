import { useTranslation } from 'react-i18next'
import { lazy, Suspense, useState } from 'react'
import type { WorkState } from '@toile/contracts/works/works.constants'
import type { WorkCard } from '@toile/contracts/works/works'
import { paths } from '../../lib/paths.js'
import { Link, useSearchParams } from '../../lib/router.js'
import { ButtonLink, Button } from '../../ui/Button.js'
import { Notice } from '../../ui/Notice.js'
import { PagedList } from '../../ui/PagedList.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { useMyWorks } from './use-my-works.js'
import { useOverview } from './use-overview.js'
import { TileSkeletons, WorkTile } from './WorkTile.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { useWorkTransition } from './work-transitions.js'
import '../../ui/tabs.css'
import { DialogEnd } from '../../ui/dialogs/DialogEnd.js'

const tabs: readonly WorkState[] = ['released', 'draft', 'trashed']

export function MyWorksPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const counts = useOverview().data?.works
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'released'
  return (
    <>
      <PageHeading title={t('app.myWorks')} />
      <nav className="tabs" aria-label={t('app.myWorks')}>
        {tabs.map((one) => (
          <Link key={one} to={paths.myWorks(one)} aria-current={one === tab ? 'page' : undefined}>
            {t(`mine.tabs.${one}`)} <span className="muted tabular">{counts?.[one]}</span>
          </Link>
        ))}
      </nav>
      <MyWorks key={tab} state={tab} />
    </>
  )
}

function MyWorks({ state }: { state: WorkState }) {
  const { t } = useTranslation()
  const list = useMyWorks(state)
  const empty = (
    <Notice text={t(`mine.empty.${state}`)}>
      {state !== 'trashed' && <ButtonLink to={paths.upload}>{t('app.upload')}</ButtonLink>}
    </Notice>
  )
  return (
    <PagedList list={list} waiting={<TileSkeletons count={4} />} failed={t('mine.failed')} empty={empty}>
      {(works) => (
        <ul className="tiles" aria-label={t(`mine.tabs.${state}`)}>
          {works.map((work) => (
            <OwnTile key={work.id} work={work} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

const HiddenNotice = lazy(() => import('./HiddenNotice.js'))

function OwnTile({ work }: { work: WorkCard }) {
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
    // A hidden work cannot be liked, so it is passed as `private`: a private work's tile has no like button.
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
        {work.state === 'draft' && act(t('work.publish'), () => move(work, 'publish'))}
        {work.state === 'released' && act(t('work.unpublish'), () => move(work, 'unpublish'))}
        {work.state === 'trashed'
          ? act(t('work.restore'), () => move(work, 'restore'))
          : act(t('work.trash'), () => move(work, 'trash'))}
        {work.state === 'trashed' && act(t('work.delete'), () => setConfirming(true))}
      </div>
      {isConfirming && (
        <Dialog title={t('work.deleteTitle')} onClose={() => setConfirming(false)}>
          <p>{t('work.deleteText', { title: name })}</p>
          <DialogEnd
            label={t('work.delete')}
            busy={busy}
            onClick={() => remove(work.id)}
            onCancel={() => setConfirming(false)}
          />
        </Dialog>
      )}
    </WorkTile>
  )
}
