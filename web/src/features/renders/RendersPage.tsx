import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renderStatuses, type RenderStatus } from '@toile/contracts/renders/renders.constants'
import { paths } from '../../lib/paths.js'
import { Link, useNavigate, useSearchParams } from '../../lib/router.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { MoreButton } from '../../ui/MoreButton.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { useResponsiveViewport } from '../../ui/use-responsive-viewport.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { RenderTable } from './RenderTable.js'
import { useRenders } from './use-renders.js'
import { renderNumber, type LiveRender } from './live-render.js'
import '../../ui/tabs.css'
import './renders.css'

const RenderDrawer = lazy(() => import('./RenderDrawer.js'))

export function RendersPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filter = renderStatuses.find((status) => status === search.get('status'))
  const id = search.get('id')
  useResponsiveViewport()
  const close = () => void navigate(paths.renders({ status: filter }), { preventScrollReset: true })
  return (
    <div className="renders narrow">
      <PageHeading title={t('renders.title')} />
      <nav className="tabs" aria-label={t('renders.filter')}>
        {[undefined, ...renderStatuses].map((status) => (
          <Link
            key={status ?? 'all'}
            to={paths.renders({ status })}
            preventScrollReset
            aria-current={status === filter ? 'page' : undefined}
          >
            {t(status ? `renders.status.${status}` : 'common.all')}
          </Link>
        ))}
      </nav>
      <Renders key={filter ?? 'all'} filter={filter} />
      {id && (
        <Suspense fallback={null}>
          <RenderDrawer key={id} id={id} close={close} />
        </Suspense>
      )}
    </div>
  )
}

function Renders({ filter }: { filter: RenderStatus | undefined }) {
  const { t } = useTranslation()
  const { list, renders, arrived } = useRenders(filter)
  const announced = useStatusAnnouncer(renders)
  const isEmpty = renders?.length === 0
  return (
    <>
      <p role="status" className="visually-hidden">
        {announced}
      </p>
      <div role="status" className="renders-arrived">
        {arrived > 0 && (
          <Button busy={list.isFetching} onClick={() => void list.refetch()}>
            {t('renders.arrived', { count: arrived })}
          </Button>
        )}
      </div>
      {list.isError && !list.isFetchNextPageError && <LoadFailed text={t('renders.failedToLoad')} of={list} />}
      {isEmpty && !list.isError && (
        <Notice text={t(filter ? 'renders.emptyOf' : 'renders.empty')}>
          {!filter && <ButtonLink to={paths.myWorks()}>{t('renders.toWorks')}</ButtonLink>}
        </Notice>
      )}
      {!isEmpty && (renders || !list.isError) && <RenderTable renders={renders} filter={filter} />}
      <MoreButton list={list} className="renders-more" />
    </>
  )
}

/** Announces once when a render finishes or fails, whether a message or a fetch reported it. */
function useStatusAnnouncer(renders: readonly LiveRender[] | undefined): string {
  const { t } = useTranslation()
  const known = useRef(new Map<string, string>())
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const messages: string[] = []
    for (const { id, number, name, status } of renders ?? []) {
      const before = known.current.get(id)
      known.current.set(id, status)
      if (before === undefined || before === status || (status !== 'finished' && status !== 'failed')) continue
      messages.push(
        t('renders.announce', { number: renderNumber(number), name, status: t(`renders.status.${status}`) }),
      )
    }
    if (messages.length > 0) setAnnouncement(messages.join('. '))
  }, [renders, t])
  return announcement
}
