import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.js'
import { Drawer } from '../../ui/antd/Drawer.js'
import { formatTime } from '../../ui/format.js'
import { LoadFailed } from '../../ui/Notice.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { isLiving, renderNumber, type LiveRender } from './live-render.js'
import { RenderActions } from './RenderActions.js'
import { RenderCost } from './dialog/RenderCost.js'
import { RenderOutputs } from './RenderOutputs.js'
import { RenderPreview } from './dialog/RenderPreview.js'
import { rowLinkId } from './RenderRow.js'
import { RenderState } from './RenderState.js'
import { useRender } from './use-render.js'
import { DescriptionList, type DescriptionRow } from '../../ui/DescriptionList.js'
import { sideOf } from './sides.js'
import './render-drawer.css'

export default function RenderDrawer({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation()
  const followed = useRender(id)
  const { render, error, refetch } = followed
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <Drawer
      title={render?.name ?? t('renders.title')}
      about={
        render && `${renderNumber(render.number)} · ${render.submitter.nickname} · ${formatTime(render.submittedAt)}`
      }
      onClose={close}
      returnFocus={() => document.getElementById(rowLinkId(id))}
    >
      {error && !render && isGone && <p>{t('renders.gone')}</p>}
      {error && !render && !isGone && <LoadFailed text={t('renders.failedToLoadOne')} of={{ error, refetch }} />}
      {!error && !render && <Skeleton height={320} />}
      {render && (
        <>
          <RenderState render={render} />
          {render.outputs.length > 0 ? (
            <RenderOutputs render={render} />
          ) : (
            (isLiving(render.status) || render.previews.length > 0) && <RenderPreview render={render} />
          )}
          <RenderActions render={render} followed={followed} close={close} />
          <RenderCost render={render} />
          <RenderSettings render={render} />
        </>
      )}
    </Drawer>
  )
}

function RenderSettings({ render }: { render: LiveRender }) {
  const { t } = useTranslation()
  const { type, engine, width, height, samples, frames, settings } = render
  const { background = 'studio', lightingRotation = 0, exposure = 0, colourway, animationTime } = settings
  const side = sideOf(settings.camera)
  const rows: DescriptionRow[] = [
    [t('renders.column.type'), t(`renders.types.${type}`)],
    [t('renders.dialog.size'), t('renders.dialog.pixels', { width, height })],
    [t('renders.column.engine'), t(`renders.engines.${engine}`)],
    [t('renders.dialog.quality'), engine === 'preview' ? undefined : t('renders.dialog.passes', { count: samples })],
    [t('renders.dialog.frames'), frames > 1 && type !== 'views' ? `${frames}` : undefined],
    [t('renders.dialog.cameras'), type === 'views' ? viewWords() : undefined],
    [
      t('renders.dialog.camera'),
      type === 'still' ? (side === 'kept' ? t('renders.dialog.own') : t(`studio.views.${side}`)) : undefined,
    ],
    [t('studio.light'), lightWords()],
    [t('studio.exposure'), exposure === 0 ? undefined : `${exposure > 0 ? '+' : ''}${exposure.toFixed(1)}`],
    [
      t('studio.background'),
      background.startsWith('#') ? background : t(`renders.dialog.backgrounds.${background as 'studio'}`),
    ],
    [t('studio.colourway'), colourway],
    [
      t('renders.dialog.moment'),
      animationTime === undefined ? undefined : t('renders.seconds', { seconds: animationTime.toFixed(1) }),
    ],
  ]
  return (
    <section className="render-facts">
      <h3>{t('renders.settings')}</h3>
      <DescriptionList rows={rows} />
    </section>
  )

  function lightWords(): string {
    const light = t(`studio.lights.${settings.lighting ?? 'studio'}`)
    return lightingRotation === 0 ? light : `${light}, ${t('renders.dialog.turned', { degrees: lightingRotation })}`
  }

  function viewWords(): string {
    const sides = [...(settings.views ?? []), ...(settings.cameras ?? []).map(sideOf)]
    return sides.map((side) => (side === 'kept' ? t('renders.dialog.own') : t(`studio.views.${side}`))).join(', ')
  }
}
