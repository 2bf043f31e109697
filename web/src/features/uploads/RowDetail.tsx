import { Failed } from './Failed.js'
import { SendingPanel } from './sending/SendingPanel.js'
import type { RailProps } from './StageRail.js'
import type { Row, RowState } from './stage.js'
import { WorkProgress } from './WorkProgress.js'

/** What stands below a row's name: how far it is, its place in the line, or why it broke. Nothing where nothing is to say. */
export function RowDetail({
  row,
  rowState,
  upload,
  state,
  sending,
  retry,
}: Omit<RailProps, 'lastGood'> & { row: Row; rowState: RowState }) {
  if (rowState === 'failed') return <Failed upload={upload} state={state} retry={retry} />
  if (rowState !== 'running') return null
  if (row === 'upload')
    return upload || sending ? <SendingPanel upload={upload} state={state} sending={sending} /> : null
  return <WorkProgress row={row} kind={upload?.kind} state={state} />
}
