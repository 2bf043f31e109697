import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackstageCategory } from '@toile/contracts/works/categories'
import type { Language } from '@toile/contracts/languages.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { formatNumber } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ConfirmActionDialog } from '../actions/ConfirmActionDialog.js'
import { refetchBackstage } from '../actions/refetch-backstage.js'
import { Table } from '../table/Table.js'
import { CategoryDialog } from './CategoryDialog.js'
import { CategoryActions } from './CategoryActions.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import './categories.css'

await loadNamespaces('tenants')

type CategoryList = { items: BackstageCategory[] }
const key = ['backstage', 'categories']

export function CategoriesPage() {
  const { t, i18n } = useTranslation()
  const queryClient = useQueryClient()
  const [named, setNamed] = useState<BackstageCategory | 'new'>()
  const [hiding, setHiding] = useState<BackstageCategory>()
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => backstageApi.listBackstageCategories({}, { signal }),
    staleTime: 0,
  })
  const setCached = (result: CategoryList) => {
    queryClient.setQueryData(key, result)
    // Refetches the public list too, because the pages outside the backstage show it.
    void queryClient.invalidateQueries({ queryKey: ['categories'] })
  }
  const nameOf = ({ names }: BackstageCategory) => names[i18n.language as Language]
  const setHidden = async (category: BackstageCategory, hidden: boolean, reason?: string) => {
    const body = reason ? { hidden, reason } : { hidden }
    setCached(await backstageApi.updateCategory({ slug: category.slug, ...body }))
    const name = nameOf(category)
    if (!hidden) return toast('success', t('tenants:categories.shownNow', { name }))
    const undo = { label: t('common.undo'), act: () => show.mutate(category) }
    toast('success', t('tenants:categories.hiddenNow', { name }), { action: undo })
  }
  const show = useMutation({
    mutationFn: (category: BackstageCategory) => setHidden(category, false),
    onSettled: refetchBackstage,
  })
  const order = useMutation({
    mutationFn: (slugs: string[]) => backstageApi.orderCategories({ slugs }),
    onSuccess(result) {
      setCached(result)
      toast('success', t('tenants:categories.moved'))
    },
    onSettled: refetchBackstage,
  })
  const move = (items: readonly BackstageCategory[], from: number, to: number) => {
    const slugs = items.map(({ slug }) => slug)
    slugs.splice(to, 0, ...slugs.splice(from, 1))
    order.mutate(slugs)
  }
  return (
    <>
      <PageHeading title={t('tenants:categories.title')} />
      <p className="muted backstage-about">{t('tenants:categories.about')}</p>
      <p className="categories-add">
        <Button variant="filled" className="button-small" onClick={() => setNamed('new')}>
          {t('tenants:categories.add')}
        </Button>
      </p>
      {error && !data && <LoadFailed text={t('tenants:categories.failed')} of={{ error, refetch }} />}
      {!data && !error && <Skeleton height={480} />}
      {data && (
        <Table
          className="categories-list"
          label={t('tenants:categories.list')}
          rows={data.items}
          keyOf={({ slug }) => slug}
          markOf={({ hidden }) => ({ 'data-hidden': hidden || undefined })}
          columns={[
            {
              name: 'chinese',
              label: t('tenants:categories.chinese'),
              cell: ({ names }) => <span lang="zh-CN">{names['zh-CN']}</span>,
            },
            {
              name: 'english',
              label: t('tenants:categories.english'),
              cell: ({ names }) => <span lang="en">{names.en}</span>,
            },
            { name: 'slug', label: t('tenants:categories.slug'), cell: ({ slug }) => <code>{slug}</code> },
            {
              name: 'works',
              label: t('tenants:categories.works'),
              number: true,
              cell: ({ works }) => formatNumber(works),
            },
            {
              name: 'state',
              label: t('backstage:columns.state'),
              cell: ({ hidden }) => t(hidden ? 'tenants:categories.hidden' : 'tenants:categories.shown'),
            },
            {
              name: 'actions',
              label: t('tenants:categories.actions'),
              isUnseen: true,
              cell: (category) => {
                const i = data.items.indexOf(category)
                return (
                  <CategoryActions
                    hidden={category.hidden}
                    name={nameOf(category)}
                    isBusy={show.isPending || order.isPending}
                    {...(i > 0 && { up: () => move(data.items, i, i - 1) })}
                    {...(i < data.items.length - 1 && { down: () => move(data.items, i, i + 1) })}
                    rename={() => setNamed(category)}
                    hide={() => (category.hidden ? show.mutate(category) : setHiding(category))}
                  />
                )
              },
            },
          ]}
        />
      )}
      {named && (
        <CategoryDialog
          category={named === 'new' ? undefined : named}
          onSaved={setCached}
          nameOf={nameOf}
          onClose={() => setNamed(undefined)}
        />
      )}
      {hiding && (
        <ConfirmActionDialog
          title={t('tenants:categories.hideTitle', { name: nameOf(hiding) })}
          label={t('common.hide')}
          asksReason
          act={(reason) => setHidden(hiding, true, reason)}
          onClose={() => setHiding(undefined)}
        >
          <p>{t('tenants:categories.hideMeans', { count: hiding.works })}</p>
        </ConfirmActionDialog>
      )}
    </>
  )
}
