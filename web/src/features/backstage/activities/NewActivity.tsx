import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@toile/contracts/ids'
import { isRefused } from '../../../lib/api.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Link, useNavigate } from '../../../lib/router.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { serverNowMs } from '../../activities/server-clock.js'
import { ownZone } from '../../activities/zones.js'
import { ActivityForm } from './ActivityForm.js'
import { emptyDraft, inputOf } from './draft.js'
import { backstageActivityPaths } from './paths.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'

await loadNamespaces('content-backstage')

export function NewActivity() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [start] = useState(() => emptyDraft(ownZone(), serverNowMs()))
  // If an answer is lost, a retry with the same key creates no second activity.
  const [idempotencyKey, setKey] = useState(newId)
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
        send={(draft) =>
          backstageApi.createActivity(inputOf(draft), { idempotencyKey }).catch((error: unknown) => {
            // A used key may not be sent with other contents, so a corrected request needs a new key.
            if (isRefused(error)) setKey(newId())
            throw error
          })
        }
        onSent={({ id }) => {
          toast('success', t('activities-backstage:created'))
          return navigate(backstageActivityPaths.one(id))
        }}
      />
    </>
  )
}
