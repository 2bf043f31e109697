import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from '../../../lib/router.js'
import { Button } from '../../../ui/Button.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { backstagePaths } from '../backstage-paths.js'
import { BatchList } from './BatchList.js'
import { CodeList } from './CodeList.js'
import { NewBatch } from './NewBatch.js'
import './words.js'
import '../../../ui/tabs.css'
import './codes.css'

const lists = ['codes', 'batches'] as const

/** S codes and the batches they were made in. */
export function CodesPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [isMaking, setMaking] = useState(false)
  const shown = search.get('list') === 'batches' ? 'batches' : 'codes'
  const add = (
    <Button variant="filled" className="button-small" onClick={() => setMaking(true)}>
      {t('codesBackstage.add')}
    </Button>
  )
  return (
    <>
      <PageHeading title={t('codesBackstage.title')} />
      <p className="muted backstage-about">{t('codesBackstage.about')}</p>
      <nav className="tabs" aria-label={t('codesBackstage.title')}>
        {lists.map((list) => (
          <Link key={list} to={backstagePaths.codes({ list })} aria-current={list === shown ? 'page' : undefined}>
            {t(`codesBackstage.lists.${list}`)}
          </Link>
        ))}
      </nav>
      {shown === 'codes' ? <CodeList add={add} /> : <BatchList add={add} />}
      {isMaking && <NewBatch onClose={() => setMaking(false)} />}
    </>
  )
}
