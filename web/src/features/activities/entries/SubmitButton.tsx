import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { useNavigate } from '../../../lib/router.js'
import { Button } from '../../../ui/Button.js'
import { activityPaths } from '../paths.js'

const PickWorks = lazy(() => import('./PickWorks.js'))

export function SubmitButton({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [picking, setPicking] = useState(false)
  const works = activity.mine?.works ?? 0
  const left = activity.maxSubmissions - works
  return (
    <>
      {left > 0 && (
        <Button variant="filled" onClick={() => setPicking(true)}>
          {t(works > 0 ? 'activities:submitMore' : 'activities:submit')}
        </Button>
      )}
      {picking && (
        <Suspense fallback={null}>
          <PickWorks
            activity={activity}
            left={left}
            close={(isDone) => {
              setPicking(false)
              if (isDone) void navigate(activityPaths.detail(activity.id, 'mine'), { preventScrollReset: true })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
