import { lazy, Suspense } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Work } from '@toile/contracts/works/works'
import type { WorkVersion } from '@toile/contracts/works/works-social'
import { paths } from '../../lib/paths.js'
import { Link, useNavigate, useSearchParams } from '../../lib/router.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { ErrorBoundary } from '../../ui/ErrorBoundary.js'
import { ComparePicker } from './ComparePicker.js'
import { isNotFound, posterOf, useWork } from './use-work.js'
import { asVersion, useVersions } from './work-page/use-versions.js'
import { WorkFacts } from './work-page/WorkFacts.js'
import '../../ui/forms/field.css'
import './compare-page.css'

const Compare = lazy(() => import('../../viewer/compare/Compare.js'))

interface Side {
  work: Work
  title: string
  note: string
}

/**
 * Compares two works, or two versions of one work. Without the query parameter `with`, the second version is the
 * current one. If the address contains only one work and no version, the user chooses the other work here.
 */
export function ComparePage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const number = search.get('version')
  const [one, other] = [useWork(search.get('one') ?? ''), useWork(search.get('other') ?? '')]
  const versions = useVersions(number ? (search.get('one') ?? '') : '')
  const broken = [one, other, versions].find(({ error }) => error)
  const all = versions.data?.items ?? []
  // The first version in the list is the current one.
  const numbers = [number, search.get('with') ?? `${all[0]?.number}`]
  const [former, latter] = numbers.map((wanted) => all.find((version) => `${version.number}` === wanted))
  if (!search.get('one') || (broken && isNotFound(broken.error)) || (versions.data && !(former && latter)))
    return <NotFound />
  if (broken?.error) return <LoadFailed text={t('work.failed')} of={broken} />

  const side = (work: Work, note: string): Side => ({ work, title: work.title || t('home.noTitle'), note })
  let sides: readonly [Side, Side] | undefined
  const sideOf = (work: Work, version: WorkVersion) =>
    version === all[0]
      ? side(work, t('versions.now'))
      : side(asVersion(work, version), t('versions.number', { number: version.number }))
  if (one.data && former && latter) sides = [sideOf(one.data, former), sideOf(one.data, latter)]
  else if (one.data && other.data)
    sides = [side(one.data, byWhom(one.data, t)), side(other.data, byWhom(other.data, t))]
  return (
    <article className="compare-page">
      <PageHeading title={t(number ? 'compare.versions' : 'compare.title')} />
      {number || search.get('other') ? (
        <div className="compare-stage">{sides && <Both key={numbers.join()} sides={sides} />}</div>
      ) : (
        one.data && <ComparePicker work={one.data} />
      )}
      {sides && (
        <div className="compare-texts">
          {sides.map(({ work, title, note }, i) => (
            <div key={i}>
              <h2>
                <Link to={paths.work(work.id)}>
                  <bdi>{title}</bdi>
                </Link>
              </h2>
              <p className="muted">{note}</p>
              {number && all.length > 2 && <VersionSelect workId={work.id} all={all} numbers={numbers} place={i} />}
              <WorkFacts work={work} />
            </div>
          ))}
        </div>
      )}
    </article>
  )
}

function VersionSelect({
  workId,
  all,
  numbers,
  place,
}: {
  workId: string
  all: readonly WorkVersion[]
  numbers: readonly (string | null)[]
  place: number
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const choose = (chosen: string) => {
    const [former, latter] = numbers.map((one, i) => (i === place ? chosen : (one ?? '')))
    void navigate(paths.compareVersion(workId, former!, latter), { replace: true, preventScrollReset: true })
  }
  return (
    <select
      className="input"
      aria-label={t(place === 0 ? 'versions.left' : 'versions.right')}
      value={numbers[place] ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      {all.map(({ number }) => (
        <option key={number} value={number}>
          {t('versions.number', { number })}
        </option>
      ))}
    </select>
  )
}

const byWhom = ({ creator }: Work, t: TFunction) => t('home.by', { name: creator.nickname || creator.name })

function Both({ sides: [one, other] }: { sides: readonly [Side, Side] }) {
  const { t } = useTranslation()
  if (!one.work.model || !other.work.model) return <p className="compare-note">{t('work.noModel')}</p>
  const shown = ({ work, title, note }: Side, model: NonNullable<Work['model']>) => ({
    model,
    preview: work.preview,
    posterUrl: posterOf(work).url,
    label: `${t('viewer.canvas', { title })} · ${note}`,
  })
  return (
    <ErrorBoundary fallback={<p className="compare-note">{t('viewer.failed')}</p>}>
      <Suspense fallback={<p className="compare-note">{t('viewer.loading')}</p>}>
        <Compare models={[shown(one, one.work.model), shown(other, other.work.model)]} />
      </Suspense>
    </ErrorBoundary>
  )
}
