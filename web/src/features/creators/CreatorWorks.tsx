import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Creator } from '@toile/contracts/users/creators'
import type { GridItem } from '@toile/contracts/layouts/grid'
import { MAX_GRID_ITEMS } from '@toile/contracts/users/creators.constants'
import { api } from '../../lib/api.js'
import { usePaged } from '../../lib/paged.js'
import { Button } from '../../ui/Button.js'
import { Notice } from '../../ui/Notice.js'
import { PagedList } from '../../ui/PagedList.js'
import { toast } from '../../ui/toasts/toasts.js'
import { TileSkeletons, WorkTile } from '../works/WorkTile.js'

// WorksGrid is loaded on demand, because it takes 20 kB and only arranged pages need it.
const WorksGrid = lazy(() => import('./WorksGrid.js'))

export function CreatorWorks({ person, mine }: { person: Creator; mine: boolean }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [arranged, setArranged] = useState<GridItem[]>()
  const list = usePaged(['works', 'of', person.id], (cursor, options) =>
    api.listCreatorWorks({ id: person.id, cursor }, options),
  )

  const saveLayout = useMutation({
    mutationFn: (items: GridItem[]) => api.setLayout({ items }),
    onSuccess(saved) {
      queryClient.setQueryData(['creator', person.id], saved)
      setArranged(undefined)
      toast('success', t('people.arranged'))
    },
  })
  const layout = arranged ?? person.layout
  return (
    <PagedList
      list={list}
      waiting={<TileSkeletons count={4} />}
      failed={t('home.failed')}
      empty={<Notice text={t('people.noWorks')} />}
    >
      {(works) => (
        <>
          {mine && (
            <div className="arrange-bar">
              {arranged ? (
                <>
                  <p className="muted">{t('people.arrangeHint')}</p>
                  <Button variant="quiet" busy={saveLayout.isPending} onClick={() => saveLayout.mutate([])}>
                    {t('people.newestFirst')}
                  </Button>
                  <Button busy={saveLayout.isPending} onClick={() => setArranged(undefined)}>
                    {t('common.cancel')}
                  </Button>
                  <Button
                    variant="filled"
                    busy={saveLayout.isPending}
                    onClick={() => saveLayout.mutate(storedLayout(arranged, person.layout))}
                  >
                    {t('people.keepLayout')}
                  </Button>
                </>
              ) : (
                <Button onClick={() => setArranged([...person.layout])}>{t('people.arrange')}</Button>
              )}
            </div>
          )}
          {layout.length > 0 || arranged ? (
            <Suspense fallback={<TileSkeletons count={4} />}>
              <WorksGrid works={works} layout={layout} onArrange={arranged && setArranged} />
            </Suspense>
          ) : (
            <ul className="tiles" aria-label={t('people.works')}>
              {works.map((work) => (
                <WorkTile key={work.id} work={work} />
              ))}
            </ul>
          )}
        </>
      )}
    </PagedList>
  )
}

/** The shown items come first, then the items of works that are not loaded yet, up to MAX_GRID_ITEMS in all. */
function storedLayout(shown: readonly GridItem[], before: readonly GridItem[]): GridItem[] {
  const ids = new Set(shown.map(({ i }) => i))
  const all = [...shown, ...before.filter(({ i }) => !ids.has(i))]
  return all.slice(0, MAX_GRID_ITEMS)
}
