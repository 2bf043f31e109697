import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { GridItem } from '@toile/contracts/layouts/grid'
import type { ArrangedPage } from '@toile/contracts/backstage/backstage.constants'
import { Button } from '../../../ui/Button.js'
import { ArrangedGrid } from '../../../ui/grid/ArrangedGrid.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { useArrangement } from './use-arrangement.js'
import { WidgetBody } from './WidgetBody.js'
import './widgets.css'

export interface Widget {
  i: string
  title: string
  /** Hides the header with `title` and `aside`, because the body shows a title itself or needs none. */
  isUntitled?: boolean
  aside?: ReactNode
  content: ReactNode
}

export function Widgets({
  page,
  widgets,
  usual,
}: {
  page: ArrangedPage
  widgets: readonly Widget[]
  /** The default layout. A widget without a place in the layout is not shown. */
  usual: readonly GridItem[]
}) {
  const { t } = useTranslation()
  const { list, layout, arranging, isBusy, arrange, change, save, cancel, reset } = useArrangement(page, usual)
  if (list.isError) return <LoadFailed text={t('backstage:grid.failed')} of={list} />
  if (!layout) return <Skeleton height={420} />
  const shown = new Set(widgets.map(({ i }) => i))
  return (
    <>
      <div className="widgets-bar" data-arranging={arranging}>
        {arranging ? (
          <>
            <p className="muted">{t('backstage:grid.hint')}</p>
            <Button variant="quiet" className="button-small" busy={isBusy} onClick={reset}>
              {t('backstage:grid.reset')}
            </Button>
            <Button className="button-small" busy={isBusy} onClick={cancel}>
              {t('common.cancel')}
            </Button>
            <Button variant="filled" className="button-small" busy={isBusy} onClick={save}>
              {t('common.save')}
            </Button>
          </>
        ) : (
          <Button variant="quiet" className="button-small" onClick={arrange}>
            {t('backstage:grid.arrange')}
          </Button>
        )}
      </div>
      <ArrangedGrid
        className="widgets"
        items={widgets.map(({ i, title, isUntitled, aside, content }) => ({
          i,
          handle: t('backstage:grid.place', { title }),
          content: (
            <section className="widget" aria-label={title} inert={arranging} data-widget={i}>
              {!isUntitled && (
                <header className="widget-head">
                  <h2>{title}</h2>
                  {aside}
                </header>
              )}
              <WidgetBody title={title}>{content}</WidgetBody>
            </section>
          ),
        }))}
        layout={layout.filter(({ i }) => shown.has(i))}
        onArrange={arranging ? change : undefined}
        words={{
          keys: t('backstage:grid.keys'),
          placed: ({ x, y, w, h }) => t('people.placed', { row: y + 1, column: x + 1, w, h }),
        }}
        waiting={<Skeleton height={420} />}
      />
    </>
  )
}
