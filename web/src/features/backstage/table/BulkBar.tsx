import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BulkDialog } from './BulkDialog.js'
import type { BulkAction } from './table.js'

export function BulkBar({
  actions,
  selected,
  clear,
}: {
  actions: readonly BulkAction[]
  selected: ReadonlyMap<string, string>
  clear: () => void
}) {
  const { t } = useTranslation()
  const [pendingAction, setPendingAction] = useState<BulkAction>()
  return (
    <div className="backstage-bulk" role="toolbar" aria-label={t('backstage:table.bulk')}>
      <span className="tabular" role="status">
        {t('backstage:table.selected', { count: selected.size })}
      </span>
      {actions.map((action) => (
        <Button size="small" key={action.label} onClick={() => setPendingAction(action)}>
          {action.label}
        </Button>
      ))}
      <Button size="small" type="text" onClick={clear}>
        {t('backstage:table.unselect')}
      </Button>
      {pendingAction && (
        <BulkDialog
          action={pendingAction}
          selected={selected}
          onClose={() => setPendingAction(undefined)}
          onDone={clear}
        />
      )}
    </div>
  )
}
