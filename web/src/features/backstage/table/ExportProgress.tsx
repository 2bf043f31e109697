import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '@toile/contracts/backstage-paths'
import type { TableExport } from '@toile/contracts/backstage/table-exports'
import { MAX_EXPORT_ROWS } from '@toile/contracts/backstage/table-exports.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { fillPath, splitPath } from '../../../lib/payload.js'
import { Button } from '../../../ui/Button.js'
import { formatNumber, formatTime } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { saveResponse } from '../save-file.js'

const ASK_EVERY_MS = 1_000

export function ExportProgress({ asked, total, onClose }: { asked: TableExport; total: number; onClose: () => void }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['export', asked.id],
    queryFn: ({ signal }) => backstageApi.getExport({ id: asked.id }, { signal }),
    initialData: asked,
    staleTime: 0,
    // Polls until the export fails or its file expires, so that a page left open does not offer an expired file.
    refetchInterval: ({ state }) =>
      state.data?.state === 'failed' || state.data?.state === 'gone' ? false : ASK_EVERY_MS,
  })
  const { state, rows, cut, expiresAt } = query.data

  const save = useMutation({
    mutationFn() {
      const [, path] = splitPath(paths.getExportFile)
      return saveResponse(fillPath(path, { id: asked.id }).address, `${asked.table}.csv`)
    },
    meta: { showsError: true },
    onSuccess() {
      toast('success', t('backstage:export.saved'))
      onClose()
    },
    onError: () => toast('error', t('backstage:export.saveFailed')),
  })
  const shown = { rows: formatNumber(rows), total: formatNumber(Math.min(total, MAX_EXPORT_ROWS)), count: rows }
  return (
    <>
      {query.isError && <LoadFailed text={t('backstage:export.failed')} of={query} />}
      {state === 'waiting' && (
        <div className="action-consequence">
          <progress aria-label={t('backstage:export.writing', shown)} value={rows} max={total} />
          <p className="tabular">{t('backstage:export.writing', shown)}</p>
          <p className="muted">{t('backstage:export.stay')}</p>
        </div>
      )}
      {/* Screen readers announce this element when the state changes, but not for every written row. */}
      <div className="action-consequence" role="status">
        {state === 'ready' && <p>{t('backstage:export.ready', shown)}</p>}
        {state === 'ready' && cut && <p>{t('backstage:export.cut', shown)}</p>}
        {state === 'ready' && expiresAt && (
          <p className="muted">{t('backstage:export.until', { time: formatTime(expiresAt) })}</p>
        )}
        {(state === 'failed' || state === 'gone') && <p>{t(`backstage:export.${state}`)}</p>}
      </div>
      <div className="dialog-end">
        <Button onClick={onClose}>{t('common.close')}</Button>
        {state === 'ready' && (
          <Button variant="filled" busy={save.isPending} onClick={() => save.mutate()}>
            {t('backstage:export.save')}
          </Button>
        )}
      </div>
    </>
  )
}
