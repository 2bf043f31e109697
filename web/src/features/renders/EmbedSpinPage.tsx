import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Spin } from '@toile/contracts/renders/spins'
import { api } from '../../lib/api.js'
import { paths } from '../../lib/paths.js'
import { useParams } from '../../lib/router.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { LoadFailed } from '../../ui/Notice.js'
import { isNotFound } from '../works/use-work.js'
import { SpinView } from './SpinView.js'
import '../works/work-page/embed-page.css'

export function EmbedSpinPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['spins', id],
    queryFn: ({ signal }) => api.getSpin({ id }, { signal }),
    // The spin need not be refetched when its links expire, because its pictures are loaded by then.
    staleTime: Infinity,
  })
  if (query.data) return <Embedded spin={query.data} />
  if (isNotFound(query.error)) return <NotFound />
  if (query.error) return <LoadFailed text={t('renders.failedToLoadOne')} of={query} />
  return <div className="embed" role="status" aria-label={t('app.loading')} />
}

function Embedded({ spin }: { spin: Spin }) {
  const { t } = useTranslation()
  const { name, width, height, clear, frames, creator, work } = spin
  return (
    <article className="embed embed-spin">
      <SpinView pictures={frames.map(({ url }) => ({ url, width, height }))} isClear={clear} fills />
      <div className="embed-line">
        <h1>
          <a href={work ? paths.work(work.id) : paths.creator(creator.id)} target="_blank" rel="noopener">
            <bdi>{work?.title || name}</bdi>
          </a>
        </h1>
        <span className="muted">{t('home.by', { name: creator.nickname })}</span>
        <span className="embed-brand">Toile</span>
      </div>
    </article>
  )
}
