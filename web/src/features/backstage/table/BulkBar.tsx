import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.js'
import { BulkDialog } from './BulkDialog.js'
import type { BulkDeed } from './table.js'

/** How many rows are selected, and what can be done to all of them. */
export function BulkBar({
  deeds,
  selected,
  clear,
}: {
  deeds: readonly BulkDeed[]
  /** The names of the rows, by their ids. */
  selected: ReadonlyMap<string, string>
  clear: () => void
}) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<BulkDeed>()
  return (
    <div className="office-bulk" role="toolbar" aria-label={t('table.bulk')}>
      <span className="tabular" role="status">
        {t('table.selected', { count: selected.size })}
      </span>
      {deeds.map((deed) => (
        <Button key={deed.label} className="button-small" onClick={() => setAsking(deed)}>
          {deed.label}
        </Button>
      ))}
      <Button look="quiet" className="button-small" onClick={clear}>
        {t('table.unselect')}
      </Button>
      {asking && <BulkDialog deed={asking} selected={selected} onClose={() => setAsking(undefined)} onDone={clear} />}
    </div>
  )
}
