import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportDialog, type ExportableTable } from './ExportDialog.js'

export function ExportButton(list: ExportableTable) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" disabled={list.total === 0} onClick={() => setOpen(true)}>
        {t('backstage:export.button')}
      </Button>
      {isOpen && <ExportDialog list={list} onClose={() => setOpen(false)} />}
    </>
  )
}
