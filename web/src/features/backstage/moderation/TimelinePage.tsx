import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimelineLine } from '@toile/contracts/audit/timeline'
import { timelineKinds, type TimelineKind } from '@toile/contracts/audit/timeline.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Link, useSearchParams } from '../../../lib/router.js'
import { usePaged } from '../../../lib/paged.js'
import { Button } from '../../../ui/Button.js'
import { SelectField } from '../../../ui/antd/SelectField.js'
import { TextField } from '../../../ui/forms/Field.js'
import { Form } from '../../../ui/forms/Form.js'
import { formatTime } from '../../../ui/format.js'
import { MoreButton } from '../../../ui/MoreButton.js'
import { LoadFailed, Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { backstagePaths } from '../backstage-paths.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import './moderation.css'

await loadNamespaces('moderation-backstage')

/** The history of a work, user or upload, which `?kind=` and `?id=` identify. */
export function TimelinePage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const kind = timelineKinds.find((one) => one === search.get('kind'))
  const id = search.get('id')
  if (kind && id) return <Timeline key={`${kind}${id}`} kind={kind} id={id} />
  return (
    <>
      <PageHeading title={t('moderation-backstage:timeline.title')} />
      <p className="muted backstage-about">{t('moderation-backstage:timeline.about')}</p>
      <TimelineForm />
    </>
  )
}

function Timeline({ kind, id }: { kind: TimelineKind; id: string }) {
  const { t, i18n } = useTranslation()
  const list = usePaged(
    ['backstage', 'timeline', kind, id, i18n.language],
    (cursor, options) => backstageApi.getTimeline({ kind, id, ...(cursor && { cursor }) }, options),
    { staleTime: 0, retry: false },
  )
  const name = list.data?.pages[0]?.name
  const lines = list.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <PageHeading
        title={name ? t('moderation-backstage:timeline.of', { name }) : t('moderation-backstage:timeline.title')}
      />
      <p className="muted backstage-about">
        {t(`moderation-backstage:timeline.kinds.${kind}`)} <span className="tabular">{id}</span>
      </p>
      {list.isError && <LoadFailed text={t('moderation-backstage:timeline.failed')} of={list} />}
      {list.isPending && <Skeleton height={480} />}
      {lines?.length === 0 && <Notice text={t('moderation-backstage:timeline.empty')} />}
      <ol className="timeline">
        {lines?.map((line) => (
          <TimelineRow key={line.key} line={line} of={id} />
        ))}
      </ol>
      <MoreButton list={list} label={t('moderation-backstage:timeline.more')} />
    </>
  )
}

function TimelineRow({ line: { at, sentence, reason, actor, subject }, of }: { line: TimelineLine; of: string }) {
  const { t } = useTranslation()
  const path = subject && subject.id !== of ? pathOf(subject) : undefined
  return (
    <li>
      <time className="muted tabular" dateTime={at}>
        {formatTime(at)}
      </time>
      <div>
        {path ? <Link to={path}>{sentence}</Link> : sentence}
        {reason && <p className="timeline-why">{reason}</p>}
        {actor && actor.id !== of && (
          <p>
            <Link className="muted" to={backstagePaths.timeline('user', actor.id)}>
              {t('moderation-backstage:timeline.of', { name: actor.name })}
            </Link>
          </p>
        )}
      </div>
    </li>
  )
}

function pathOf({ kind, id }: NonNullable<TimelineLine['subject']>): string | undefined {
  const own = timelineKinds.find((one) => one === kind)
  if (own) return backstagePaths.timeline(own, id)
  if (kind === 'case') return backstagePaths.reports({ case: id })
  if (kind === 'activity') return backstagePaths.activity(id)
  return undefined
}

function TimelineForm() {
  const { t } = useTranslation()
  const [, setSearch] = useSearchParams()
  const [kind, setKind] = useState<TimelineKind>('work')
  const [id, setId] = useState('')
  return (
    <Form className="timeline-ask" submit={() => setSearch({ kind, id: id.trim() })}>
      <SelectField
        label={t('moderation-backstage:timeline.kind')}
        value={kind}
        options={timelineKinds.map((value) => ({ value, label: t(`moderation-backstage:timeline.kinds.${value}`) }))}
        onChange={setKind}
      />
      <TextField
        label={t('moderation-backstage:timeline.id')}
        value={id}
        required
        onChange={(event) => setId(event.target.value)}
      />
      <Button type="submit">{t('moderation-backstage:timeline.show')}</Button>
    </Form>
  )
}
