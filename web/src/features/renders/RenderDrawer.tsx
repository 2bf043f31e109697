import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../lib/api.js'
import { Drawer } from '../../ui/dialogs/Drawer.js'
import { formatTime } from '../../ui/format.js'
import { LoadFailed } from '../../ui/Notice.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { isLiving, renderNumber } from './live-render.js'
import { RenderActions } from './RenderActions.js'
import { RenderCost } from './dialog/RenderCost.js'
import { RenderOutputs } from './RenderOutputs.js'
import { RenderPreview } from './dialog/RenderPreview.js'
import { RenderSettings } from './RenderSettings.js'
import { RenderState } from './RenderState.js'
import { useRender } from './use-render.js'
import './render-drawer.css'

/** All of one render, beside the list. */
export default function RenderDrawer({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation()
  const followed = useRender(id)
  const { render, error, refetch } = followed
  const isGone = error instanceof CallFailure && error.failed.status === 404
  return (
    <Drawer
      title={render?.name ?? t('renders.title')}
      about={
        render && `${renderNumber(render.number)} · ${render.submitter.nickname} · ${formatTime(render.submittedAt)}`
      }
      onClose={close}
    >
      {(end) => (
        <>
          {error && !render && isGone && <p>{t('renders.gone')}</p>}
          {error && !render && !isGone && (
            <LoadFailed text={t('renders.failedToLoadOne')} reason={error.message} retry={() => void refetch()} />
          )}
          {!error && !render && <Skeleton height={320} />}
          {render && (
            <>
              <RenderState render={render} />
              {render.outputs.length > 0 ? (
                <RenderOutputs render={render} />
              ) : (
                (isLiving(render.status) || render.previews.length > 0) && <RenderPreview render={render} />
              )}
              <RenderActions render={render} followed={followed} close={end} />
              <RenderCost render={render} />
              <RenderSettings render={render} />
            </>
          )}
        </>
      )}
    </Drawer>
  )
}
