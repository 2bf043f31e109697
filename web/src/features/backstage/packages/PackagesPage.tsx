import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { backstageStates } from '@toile/contracts/courses/courses.constants'
import type { BackstagePackage, backstagePackageRoutes } from '@toile/contracts/software/software'
import { platforms } from '@toile/contracts/software/software.constants'
import { ask } from '../../../lib/api.js'
import { Button } from '../../../ui/Button.js'
import { formatBytes, formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { TextButton } from '../../../ui/TextButton.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import '../../software/words.js'
import '../content/words.js'
import '../content/content.css'

// With what sends large files, which whoever looks at the list does not need.
const NewPackage = lazy(async () => ({ default: (await import('./NewPackage.js')).NewPackage }))
const PackageDrawer = lazy(async () => ({ default: (await import('./PackageDrawer.js')).PackageDrawer }))

/** The desktop software as people download it: every version for every platform. */
export function PackagesPage() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<BackstagePackage | 'new'>()
  const close = () => setOpen(undefined)
  const make = (
    <Button variant="filled" className="button-small" onClick={() => setOpen('new')}>
      {t('backstagePackages.new')}
    </Button>
  )
  const columns: ColumnOf<'packages', BackstagePackage>[] = [
    {
      name: 'name',
      label: t('software.name'),
      cell: (one) => (
        <TextButton onClick={() => setOpen(one)}>
          <bdi>{one.name}</bdi>
        </TextButton>
      ),
    },
    {
      name: 'version',
      label: t('backstagePackages.version'),
      cell: ({ version }) => <span className="tabular">{version}</span>,
    },
    {
      name: 'platform',
      label: t('software.platform'),
      cell: ({ platform }) => t(`software.platforms.${platform}`),
    },
    {
      name: 'state',
      label: t('content.state'),
      cell: ({ withdrawnAt }) =>
        withdrawnAt ? (
          <span className="muted">{t('backstagePackages.withdrawnState')}</span>
        ) : (
          t('content.states.published')
        ),
    },
    {
      name: 'needsCode',
      label: t('backstagePackages.whom'),
      cell: ({ needsCode }) => t(needsCode ? 'backstagePackages.withCode' : 'backstagePackages.everyone'),
    },
    { name: 'bytes', label: t('software.size'), number: true, cell: ({ bytes }) => formatBytes(bytes) },
    {
      name: 'createdAt',
      label: t('backstagePackages.added'),
      cell: ({ createdAt }) => formatTime(createdAt),
    },
  ]
  return (
    <>
      <PageHeading title={t('backstagePackages.heading')} />
      <p className="muted backstage-about">{t('backstagePackages.about')}</p>
      <BackstageTable
        name="packages"
        label={t('backstagePackages.heading')}
        columns={columns}
        searchLabel={t('backstagePackages.search')}
        filters={[
          {
            name: 'platform',
            label: t('software.platform'),
            options: platforms.map((value) => ({ value, label: t(`software.platforms.${value}`) })),
          },
          {
            name: 'state',
            label: t('content.state'),
            options: backstageStates.map((value) => ({
              value,
              label: t(value === 'hidden' ? 'backstagePackages.withdrawnState' : 'content.states.published'),
            })),
          },
        ]}
        load={(asked, signal) =>
          ask<typeof backstagePackageRoutes.listBackstagePackages>('GET', '/backstage/packages', asked, { signal })
        }
        nameOf={({ name, version }) => `${name} ${version}`}
        empty={<Notice text={t('backstagePackages.empty')}>{make}</Notice>}
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
