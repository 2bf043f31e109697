import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { officeStates } from '@toile/contracts/courses.constants'
import type { OfficePackage, officePackageRoutes } from '@toile/contracts/software'
import { platforms } from '@toile/contracts/software.constants'
import { ask } from '../../../api.js'
import { Button } from '../../../ui/Button.js'
import { formatBytes, formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { TextButton } from '../../../ui/TextButton.js'
import { OfficeTable } from '../table/OfficeTable.js'
import type { ColumnOf } from '../table/table.js'
import { NewPackage } from './NewPackage.js'
import { PackageDrawer } from './PackageDrawer.js'
import '../../software/words.js'
import '../content/words.js'
import '../content/content.css'

/** The desktop software as people download it: every version for every platform. */
export function PackagesPage() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<OfficePackage | 'new'>()
  const close = () => setOpen(undefined)
  const make = (
    <Button look="filled" className="button-small" onClick={() => setOpen('new')}>
      {t('officePackages.new')}
    </Button>
  )
  const columns: ColumnOf<'packages', OfficePackage>[] = [
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
      label: t('officePackages.version'),
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
          <span className="muted">{t('officePackages.withdrawnState')}</span>
        ) : (
          t('content.states.published')
        ),
    },
    {
      name: 'needsCode',
      label: t('officePackages.whom'),
      cell: ({ needsCode }) => t(needsCode ? 'officePackages.withCode' : 'officePackages.everyone'),
    },
    { name: 'bytes', label: t('software.size'), sortable: true, number: true, cell: ({ bytes }) => formatBytes(bytes) },
    {
      name: 'createdAt',
      label: t('officePackages.added'),
      sortable: true,
      cell: ({ createdAt }) => formatTime(createdAt),
    },
  ]
  return (
    <>
      <PageHeading title={t('officePackages.heading')} />
      <p className="muted office-about">{t('officePackages.about')}</p>
      <OfficeTable
        name="packages"
        label={t('officePackages.heading')}
        columns={columns}
        searchLabel={t('officePackages.search')}
        filters={[
          {
            name: 'platform',
            label: t('software.platform'),
            options: platforms.map((value) => ({ value, label: t(`software.platforms.${value}`) })),
          },
          {
            name: 'state',
            label: t('content.state'),
            options: officeStates.map((value) => ({
              value,
              label: t(value === 'hidden' ? 'officePackages.withdrawnState' : 'content.states.published'),
            })),
          },
        ]}
        load={(asked, signal) =>
          ask<typeof officePackageRoutes.listOfficePackages>('GET', '/backstage/packages', asked, { signal })
        }
        nameOf={({ name, version }) => `${name} ${version}`}
        empty={<Notice text={t('officePackages.empty')}>{make}</Notice>}
      >
        {make}
      </OfficeTable>
      {open === 'new' && <NewPackage close={close} />}
      {open && open !== 'new' && <PackageDrawer key={open.id} of={open} close={close} />}
    </>
  )
}
