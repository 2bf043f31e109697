import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CaseDetails } from '@toile/contracts/moderation/moderation'
import type { Decision } from '@toile/contracts/moderation/moderation.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { ButtonLink } from '../../../ui/Button.js'
import { Drawer } from '../../../ui/antd/Drawer.js'
import { formatTime } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { TextButton } from '../../../ui/TextButton.js'
import { backstagePaths } from '../backstage-paths.js'
import { CaseActions } from './CaseActions.js'
import { CaseEvidence, CaseNow, Part } from './CaseEvidence.js'

/** A claim expires without a live message, so the case is refetched once a minute. */
const ASK_EVERY_MS = 60_000

export function CaseDrawer({ id, open }: { id: string; open: (id?: string) => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['backstage', 'case', id],
    queryFn: ({ signal }) => backstageApi.getCase({ id }, { signal }),
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
    retry: false,
  })
  const title = !data
    ? t('moderation-backstage:moderation.title')
    : data.kind === 'appeal'
      ? `${t('moderation-backstage:moderation.kinds.appeal')}: ${t(`moderation-backstage:moderation.kinds.${data.subjectKind}`)}`
      : t(`moderation-backstage:moderation.kinds.${data.subjectKind}`)
  return (
    <Drawer title={title} about={data?.author?.name} onClose={() => open()}>
      {error && !data && <LoadFailed text={t('moderation-backstage:moderation.failed')} of={{ error, refetch }} />}
      {!data && !error && <Skeleton height={480} />}
      {data && (
        <>
          {data.noted && (
            <p role="note" className="case-noted">
              {t('moderation-backstage:moderation.noted')}
            </p>
          )}
          <Appeal of={data} />
          <CaseEvidence of={data} />
          <CaseNow of={data} />
          <CaseActions of={data} />
          <Links of={data} />
          <Earlier of={data} open={open} />
        </>
      )}
    </Drawer>
  )
}

const decisionOf: Partial<Record<string, Decision>> = {
  'work.hidden': 'hide',
  'comment.hidden': 'hide',
  'user.warned': 'warn',
  'user.cleared': 'clear',
  'user.banned': 'ban',
}

function Appeal({ of: { appeal } }: { of: CaseDetails }) {
  const { t } = useTranslation()
  if (!appeal) return null
  const name = appeal.by?.name ?? t('moderation-backstage:moderation.nobody')
  const decided = decisionOf[appeal.action]
  const decision = decided ? t(`moderation-backstage:moderation.outcomes.${decided}`) : appeal.action
  return (
    <Part title={t('moderation-backstage:moderation.appeal')}>
      <p className="case-words" dir="auto">
        {appeal.text}
      </p>
      <p className="muted">
        {t('moderation-backstage:moderation.decided', { decision, name, time: formatTime(appeal.at) })}
      </p>
      <p className="case-words case-reason" dir="auto">
        {appeal.reason}
      </p>
    </Part>
  )
}

/** A message has no link of its own, because no backstage page shows messages. Only its author is linked. */
function Links({ of: { subjectKind, subjectId, author, current } }: { of: CaseDetails }) {
  const { t } = useTranslation()
  const timeline =
    subjectKind === 'work'
      ? backstagePaths.timeline('work', subjectId)
      : author && backstagePaths.timeline('user', author.id)
  return (
    <div className="backstage-actions">
      {current?.path && (
        <ButtonLink className="button-small" to={current.path}>
          {t('moderation-backstage:moderation.openPage')}
        </ButtonLink>
      )}
      {timeline && (
        <ButtonLink className="button-small" to={timeline}>
          {t('moderation-backstage:timeline.title')}
        </ButtonLink>
      )}
    </div>
  )
}

function Earlier({ of: { earlier }, open }: { of: CaseDetails; open: (id: string) => void }) {
  const { t } = useTranslation()
  return (
    <Part title={t('moderation-backstage:moderation.earlier')}>
      {earlier.length === 0 && <p className="muted">{t('moderation-backstage:moderation.noEarlier')}</p>}
      <ul className="case-lines">
        {earlier.map((one) => (
          <li key={one.id}>
            <TextButton onClick={() => open(one.id)}>
              {t(`moderation-backstage:moderation.kinds.${one.subjectKind}`)}:{' '}
              {t(`moderation-backstage:moderation.outcomes.${one.decision}`)}
            </TextButton>{' '}
            <span className="muted tabular">{formatTime(one.at)}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
