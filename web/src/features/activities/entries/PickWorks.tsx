import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import type { WorkCard } from '@toile/contracts/works/works'
import { api, ApiError } from '../../../lib/api.js'
import { paths } from '../../../lib/paths.js'
import { Link } from '../../../lib/router.js'
import { ButtonLink } from '../../../ui/Button.js'
import { Dialog } from '../../../ui/dialogs/Dialog.js'
import { MoreButton } from '../../../ui/MoreButton.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { useMyWorks } from '../../works/use-my-works.js'
import { PickTile } from './PickTile.js'
import { refreshActivity } from '../use-activity.js'
import { DialogEnd } from '../../../ui/dialogs/DialogEnd.js'
import { useEntries } from './use-entries.js'

interface Parts {
  activity: Activity
  left: number
  /** `isDone` is true if all chosen works have been entered. */
  close: (isDone: boolean) => void
}

export default function PickWorks({ activity, left, close }: Parts) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const released = useMyWorks('released')
  const drafts = useMyWorks('draft').data?.pages.flatMap((page) => page.items)
  const works = released.data?.pages.flatMap((page) => page.items)
  const { entries } = useEntries(activity, 'mine')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const submit = useMutation({
    async mutationFn(workIds: readonly string[]) {
      const refused: Record<string, string> = {}
      // The works are submitted in the order of choice, so the works chosen first are entered if the limit is reached.
      for (const workId of workIds)
        await api.submitToActivity({ id: activity.id, workId }).catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          refused[workId] = error.message
        })
      return refused
    },
    async onSuccess(refused, workIds) {
      const refusals = Object.keys(refused)
      setChosen(refusals)
      await refreshActivity(queryClient, activity.id)
      const done = workIds.length - refusals.length
      if (done > 0) toast('success', t('activities:picker.done', { count: done }))
      if (refusals.length === 0) close(true)
    },
  })
  const isEntered = (work: WorkCard) => entries?.some(({ workId }) => workId === work.id) ?? false
  const toggle = (id: string, on: boolean) =>
    setChosen((before) => (on ? [...before, id] : before.filter((one) => one !== id)))
  return (
    <Dialog title={t('activities:picker.title')} onClose={() => close(false)}>
      <div className="picker">
        <p className="muted">{t('activities:picker.lead', { count: left })}</p>
        {released.isError && <LoadFailed text={t('activities:picker.failed')} of={released} />}
        {released.isPending && <Skeleton height={280} />}
        {works?.length === 0 && (
          <p>
            {t('activities:picker.none')}
            {t('common.sentenceSpace')}
            <Link to={paths.upload}>{t('upload.title')}</Link>
          </p>
        )}
        <ul className="picker-works" aria-label={t('activities:picker.title')}>
          {works?.map((work) => (
            <PickTile
              key={work.id}
              work={work}
              isEntered={isEntered(work)}
              isChosen={chosen.includes(work.id)}
              isFull={chosen.length >= left}
              problem={submit.data?.[work.id]}
              toggle={(on) => toggle(work.id, on)}
            />
          ))}
        </ul>
        <MoreButton list={released} />
        {drafts && drafts.length > 0 && (
          <section aria-labelledby="picker-drafts">
            <h3 id="picker-drafts">{t('activities:picker.drafts')}</h3>
            <ul className="picker-drafts">
              {drafts.map((work) => (
                <li key={work.id}>
                  <span>
                    <bdi>{work.title || t('home.noTitle')}</bdi>
                  </span>
                  <ButtonLink
                    variant="quiet"
                    to={paths.editWork(work.id)}
                    aria-label={`${t('work.editAndPublish')}: ${work.title || t('home.noTitle')}`}
                  >
                    {t('work.editAndPublish')}
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <DialogEnd
        label={
          chosen.length === 0
            ? t('activities:picker.submit')
            : t('activities:picker.submitCount', { count: chosen.length })
        }
        busy={submit.isPending}
        disabled={chosen.length === 0}
        onClick={() => submit.mutate(chosen)}
        onCancel={() => close(false)}
      />
    </Dialog>
  )
}
