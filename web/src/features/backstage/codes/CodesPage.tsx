import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from '../../../router.js'
import { Button } from '../../../ui/Button.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { officePaths } from '../office-paths.js'
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
    <Button look="filled" className="button-small" onClick={() => setMaking(true)}>
      {t('codesOffice.add')}
    </Button>
  )
  return (
    <>
      <PageHeading title={t('codesOffice.title')} />
      <p className="muted office-about">{t('codesOffice.about')}</p>
      <nav className="tabs" aria-label={t('codesOffice.title')}>
        {lists.map((list) => (
          <Link key={list} to={officePaths.codes({ list })} aria-current={list === shown ? 'page' : undefined}>
            {t(`codesOffice.lists.${list}`)}
          </Link>
        ))}
      </nav>
      {shown === 'codes' ? <CodeList add={add} /> : <BatchList add={add} />}
      {isMaking && <NewBatch onClose={() => setMaking(false)} />}
    </>
  )
}
