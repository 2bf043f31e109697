import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { backstageStates } from '@toile/contracts/courses/courses.constants'
import type { BackstagePackage } from '@toile/contracts/software/software'
import { platforms } from '@toile/contracts/software/software.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { formatBytes, formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { TextButton } from '../../../ui/TextButton.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import '../content/content.css'

await loadNamespaces('content-backstage', 'software')

const NewPackage = lazy(async () => ({ default: (await import('./NewPackage.js')).NewPackage }))
const PackageDrawer = lazy(async () => ({ default: (await import('./PackageDrawer.js')).PackageDrawer }))

export function PackagesPage() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<BackstagePackage | 'new'>()
  const close = () => setOpen(undefined)
  const make = (
    <Button variant="filled" className="button-small" onClick={() => setOpen('new')}>
      {t('content-backstage:backstagePackages.new')}
    </Button>
  )
  const columns: ColumnOf<'packages', BackstagePackage>[] = [
    {
      name: 'name',
      label: t('common.name'),
      cell: (one) => (
        <TextButton onClick={() => setOpen(one)}>
          <bdi>{one.name}</bdi>
        </TextButton>
      ),
    },
    {
      name: 'version',
      label: t('content-backstage:backstagePackages.version'),
      cell: ({ version }) => <span className="tabular">{version}</span>,
    },
    {
      name: 'platform',
      label: t('software:software.platform'),
      cell: ({ platform }) => t(`software:software.platforms.${platform}`),
    },
    {
      name: 'state',
      label: t('backstage:columns.state'),
      cell: ({ withdrawnAt }) =>
        withdrawnAt ? (
          <span className="muted">{t('content-backstage:backstagePackages.withdrawnState')}</span>
        ) : (
          t('content-backstage:content.states.published')
        ),
    },
    {
      name: 'needsCode',
      label: t('content-backstage:content.access'),
      cell: ({ needsCode }) =>
        t(needsCode ? 'content-backstage:backstagePackages.withCode' : 'content-backstage:backstagePackages.everyone'),
    },
    { name: 'bytes', label: t('software:software.size'), number: true, cell: ({ bytes }) => formatBytes(bytes) },
    {
      name: 'createdAt',
      label: t('content-backstage:backstagePackages.added'),
      cell: ({ createdAt }) => formatTime(createdAt),
    },
  ]
  return (
    <>
      <PageHeading title={t('content-backstage:backstagePackages.heading')} />
      <p className="muted backstage-about">{t('content-backstage:backstagePackages.about')}</p>
      <BackstageTable
        name="packages"
        label={t('content-backstage:backstagePackages.heading')}
        columns={columns}
        searchLabel={t('content-backstage:backstagePackages.search')}
        filters={[
          {
            name: 'platform',
            label: t('software:software.platform'),
            options: platforms.map((value) => ({ value, label: t(`software:software.platforms.${value}`) })),
          },
          {
            name: 'state',
            label: t('backstage:columns.state'),
            options: backstageStates.map((value) => ({
              value,
              label: t(
                value === 'hidden'
                  ? 'content-backstage:backstagePackages.withdrawnState'
                  : 'content-backstage:content.states.published',
              ),
            })),
          },
        ]}
        load={(asked, signal) => backstageApi.listBackstagePackages(asked, { signal })}
        nameOf={({ name, version }) => `${name} ${version}`}
        empty={<Notice text={t('content-backstage:backstagePackages.empty')}>{make}</Notice>}
      >
        {make}
      </BackstageTable>
      <Suspense>
        {open === 'new' && <NewPackage close={close} />}
        {open && open !== 'new' && <PackageDrawer key={open.id} of={open} close={close} />}
      </Suspense>
    </>
  )
}
