import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Work } from '@toile/contracts/works/works'
import { api } from '../../../lib/api.js'
import { goToSignIn } from '../../../lib/request.js'
import { paths } from '../../../lib/paths.js'
import { useNavigate } from '../../../lib/router.js'
import { useSession } from '../../../lib/session.js'
import { Button } from '../../../ui/Button.js'
import { copyText } from '../../../lib/secure-context.js'
import { formatNumber } from '../../../ui/format.js'
import { HeartIcon } from '../../../ui/icons.js'
import { ReportDialog } from '../../reports/ReportDialog.js'
import { useLike } from '../use-like.js'

/** CopyLinkDialog is loaded on demand, because it is needed only if the browser refuses to copy. */
const CopyLinkDialog = lazy(() => import('../../../ui/copy/CopyLinkDialog.js'))

export function WorkActions({ work, mine }: { work: Work; mine: boolean }) {
  const { t } = useTranslation()
  const signedIn = useSession() !== undefined
  const navigate = useNavigate()
  const { liked, likes, press } = useLike(work)
  const [reporting, setReporting] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const isPublic = work.state === 'released' && work.visibility === 'public' && !work.hidden

  const address = location.origin + paths.work(work.id)
  const share = async () => {
    if (await copyText(address)) void navigate(paths.shareSuccess(work.id, 'share'))
    else setRefused(true)
  }
  const download = useMutation({
    mutationFn: () => api.downloadWork({ id: work.id }),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <div className="work-actions">
      {isPublic && (
        <Button className="like" aria-pressed={liked} onClick={press}>
          <HeartIcon />
          {t('likes.like')}
          <span className="tabular">{formatNumber(likes)}</span>
        </Button>
      )}
      {isPublic && <Button onClick={() => void share()}>{t('actions.share')}</Button>}
      {(work.downloadable || mine) && work.uploadId && (
        <Button onClick={() => (signedIn ? download.mutate() : void goToSignIn())}>{t('common.download')}</Button>
      )}
      {!mine && (
        <Button variant="quiet" onClick={() => (signedIn ? setReporting(true) : void goToSignIn())}>
          {t('reports.report')}
        </Button>
      )}
      {isRefused && (
        <Suspense>
          <CopyLinkDialog text={address} close={() => setRefused(false)} />
        </Suspense>
      )}
      {reporting && <ReportDialog kind="work" id={work.id} close={() => setReporting(false)} />}
    </div>
  )
}
