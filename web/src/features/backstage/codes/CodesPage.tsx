import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from '../../../lib/router.js'
import { Button } from '../../../ui/Button.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { backstagePaths } from '../backstage-paths.js'
import { BatchList } from './BatchList.js'
import { CodeList } from './CodeList.js'
import { NewBatch } from './NewBatch.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import '../../../ui/tabs.css'
import './codes.css'

await loadNamespaces('codes-backstage')

const lists = ['codes', 'batches'] as const

export function CodesPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [isMaking, setMaking] = useState(false)
  const shown = search.get('list') === 'batches' ? 'batches' : 'codes'
  const add = (
    <Button variant="filled" className="button-small" onClick={() => setMaking(true)}>
      {t('codes-backstage:codesBackstage.add')}
    </Button>
  )
  return (
    <>
      <PageHeading title={t('codes-backstage:codesBackstage.title')} />
      <p className="muted backstage-about">{t('codes-backstage:codesBackstage.about')}</p>
      <nav className="tabs" aria-label={t('codes-backstage:codesBackstage.title')}>
        {lists.map((list) => (
          <Link key={list} to={backstagePaths.codes({ list })} aria-current={list === shown ? 'page' : undefined}>
            {t(`codes-backstage:codesBackstage.lists.${list}`)}
          </Link>
        ))}
      </nav>
      {shown === 'codes' ? <CodeList add={add} /> : <BatchList add={add} />}
      {isMaking && <NewBatch onClose={() => setMaking(false)} />}
    </>
  )
}
