import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as softwareRoutes from '@toile/contracts/software/software.paths'
import { backstageStates } from '@toile/contracts/courses/courses.constants'
import type { BackstagePackage } from '@toile/contracts/software/software'
import { platforms } from '@toile/contracts/software/software.constants'
import { ask } from '../../../lib/api.js'
import { Button } from '../../../ui/Button.js'
import { formatBytes, formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { TextButton } from '../../../ui/TextButton.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import { NewPackage } from './NewPackage.js'
import { PackageDrawer } from './PackageDrawer.js'
import '../../software/words.js'
import '../content/words.js'
import '../content/content.css'

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
      sortable: true,
      cell: (one) => (
        <TextButton onClick={() => setOpen(one)}>
          <bdi>{one.name}</bdi>
        </TextButton>
      ),
    },
    {
      name: 'version',
      label: t('backstagePackages.version'),
      sortable: true,
      cell: ({ version }) => <span className="tabular">{version}</span>,
    },
    {
      name: 'platform',
      label: t('software.platform'),
      sortable: true,
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
    { name: 'bytes', label: t('software.size'), sortable: true, number: true, cell: ({ bytes }) => formatBytes(bytes) },
    {
      name: 'createdAt',
      label: t('backstagePackages.added'),
      sortable: true,
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
        load={(asked, signal) => ask(softwareRoutes.listBackstagePackages)(asked, { signal })}
        nameOf={({ name, version }) => `${name} ${version}`}
        empty={<Notice text={t('backstagePackages.empty')}>{make}</Notice>}
      >
        {make}
      </BackstageTable>
      {open === 'new' && <NewPackage close={close} />}
      {open && open !== 'new' && <PackageDrawer key={open.id} of={open} close={close} />}
    </>
  )
}
