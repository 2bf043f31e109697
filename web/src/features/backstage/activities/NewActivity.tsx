import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { newId } from '@toile/contracts/ids'
import { resultOf } from '../../../lib/api.js'
import { FAILED } from '../../../lib/request.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Link, useNavigate } from '../../../lib/router.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { serverNowMs } from '../../activities/server-clock.js'
import { ownZone } from '../../activities/zones.js'
import { ActivityForm } from './ActivityForm.js'
import { emptyDraft, inputOf } from './draft.js'
import { backstageActivityPaths } from './paths.js'
import { loadNamespaces } from '../../../i18n/index.js'

await loadNamespaces({
  'content-backstage': {
    en: () => import('../../../locales/en/content-backstage.json'),
    'zh-CN': () => import('../../../locales/zh-CN/content-backstage.json'),
  },
})

/** Makes an activity; it is announced by itself at its start. */
export function NewActivity() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [start] = useState(() => emptyDraft(ownZone(), serverNowMs()))
  // One press that did not arrive and the next one make one activity.
  const [idempotencyKey, setKey] = useState(() => newId())
  return (
    <>
      <p className="backstage-back">
        <Link to={backstageActivityPaths.list}>{t('activities-backstage:back')}</Link>
      </p>
      <PageHeading title={t('activities-backstage:new')} />
      <ActivityForm
        start={start}
        button={t('activities-backstage:create')}
        isNew
        save={async (draft) => {
          const result = await resultOf(
            backstageApi.createActivity(inputOf(draft), {
              quiet: true,
              idempotencyKey,
            }),
          )
          if (result.code === FAILED) {
            // What was refused is a new request once it is mended.
            if (result.status > 0) setKey(newId())
            return result
          }
          void queryClient.invalidateQueries({ queryKey: ['backstage'] })
          toast('success', t('activities-backstage:created'))
          void navigate(backstageActivityPaths.one(result.data.id))
          return undefined
        }}
      />
    </>
  )
}
