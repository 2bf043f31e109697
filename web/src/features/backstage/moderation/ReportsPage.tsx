import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Case } from '@toile/contracts/moderation/moderation'
import { caseStates } from '@toile/contracts/moderation/moderation.constants'
import { reportKinds } from '@toile/contracts/moderation/reports.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Link, useSearchParams } from '../../../lib/router.js'
import { formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { TextButton } from '../../../ui/TextButton.js'
import { backstagePaths } from '../backstage-paths.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import { useOpened } from '../use-opened.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../../lib/socket.js'
import '../../../ui/tabs.css'
import './moderation.css'

await loadNamespaces('moderation-backstage')

const CaseDrawer = lazy(async () => ({ default: (await import('./CaseDrawer.js')).CaseDrawer }))

/** `?case=ID` opens a case beside the list. `?subject=ID` filters the list by the reported content. */
export function ReportsPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [opened, open] = useOpened('case')
  const state = caseStates.find((one) => one === search.get('state')) ?? 'open'
  const subject = search.get('subject') ?? undefined
  useCasesLive()
  const kinds = [...reportKinds, 'appeal'] as const
  return (
    <>
      <PageHeading title={t('moderation-backstage:moderation.title')} />
      <p className="muted backstage-about">{t('moderation-backstage:moderation.about')}</p>
      <nav className="tabs" aria-label={t('backstage:columns.state')}>
        {caseStates.map((one) => (
          <Link
            key={one}
            to={backstagePaths.reports(one === 'open' ? {} : { state: one })}
            aria-current={one === state ? 'page' : undefined}
          >
            {t(`moderation-backstage:moderation.states.${one}`)}
          </Link>
        ))}
      </nav>
      <BackstageTable
        name="cases"
        label={t('moderation-backstage:moderation.title')}
        columns={useColumns(open)}
        searchLabel={t('moderation-backstage:moderation.search')}
        filters={[
          { name: 'state', label: t('backstage:columns.state'), options: [] },
          {
            name: 'kind',
            label: t('moderation-backstage:moderation.kind'),
            options: kinds.map((value) => ({ value, label: t(`moderation-backstage:moderation.kinds.${value}`) })),
          },
          ...(subject
            ? [
                {
                  name: 'subject',
                  label: t('backstage:columns.subject'),
                  options: [{ value: subject, label: subject.slice(0, 8) }],
                },
              ]
            : []),
        ]}
        load={(asked, signal) => backstageApi.listCases(asked, { signal })}
        nameOf={(one) => one.excerpt || one.id}
        empty={<Notice text={t('moderation-backstage:moderation.empty')} />}
      />
      <Suspense>{opened && <CaseDrawer key={opened} id={opened} open={open} />}</Suspense>
    </>
  )
}

function useColumns(open: (id: string) => void): ColumnOf<'cases', Case>[] {
  const { t } = useTranslation()
  const subjectOf = ({ excerpt, subjectKind }: Case) =>
    excerpt.trim() ||
    t(
      subjectKind === 'message'
        ? 'moderation-backstage:moderation.privateThing'
        : 'moderation-backstage:moderation.noWords',
    )
  return [
    {
      name: 'thing',
      label: t('backstage:columns.subject'),
      cell: (one) => (
        <TextButton className="case-thing" onClick={() => open(one.id)}>
          {subjectOf(one)}
        </TextButton>
      ),
    },
    {
      name: 'kind',
      label: t('moderation-backstage:moderation.kind'),
      cell: ({ kind, subjectKind }) =>
        kind === 'appeal'
          ? `${t('moderation-backstage:moderation.kinds.appeal')} · ${t(`moderation-backstage:moderation.kinds.${subjectKind}`)}`
          : t(`moderation-backstage:moderation.kinds.${subjectKind}`),
    },
    { name: 'author', label: t('moderation-backstage:moderation.author'), cell: ({ author }) => author?.name ?? '–' },
    {
      name: 'reports',
      label: t('moderation-backstage:moderation.reports'),
      number: true,
      cell: ({ reports }) => reports || '–',
    },
    {
      name: 'since',
      label: t('moderation-backstage:moderation.since'),
      cell: ({ createdAt }) => formatTime(createdAt),
    },
    {
      name: 'state',
      label: t('backstage:columns.state'),
      cell: ({ claim, outcome }) =>
        outcome
          ? t(`moderation-backstage:moderation.outcomes.${outcome.decision}`)
          : claim
            ? t('moderation-backstage:moderation.takenUntil', { name: claim.by.name, time: formatTime(claim.until) })
            : t('moderation-backstage:moderation.free'),
    },
    {
      name: 'decided',
      label: t('moderation-backstage:moderation.decidedAt'),
      hidden: true,
      cell: ({ outcome }) => (outcome ? formatTime(outcome.at) : '–'),
    },
  ]
}

function useCasesLive(): void {
  const queryClient = useQueryClient()
  useLive('case:changed', () => {
    for (const name of ['cases', 'case', 'open-cases'])
      void queryClient.invalidateQueries({ queryKey: ['backstage', name] })
  })
}
