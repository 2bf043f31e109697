import { UploadFailure } from './UploadFailure.js'
import { UploadTaskPanel } from './sending/UploadTaskPanel.js'
import type { RailProps } from './StageRail.js'
import type { Row, RowState } from './stage.js'
import { WorkProgress } from './WorkProgress.js'

export function RowDetail({
  row,
  rowState,
  upload,
  state,
  task,
}: Omit<RailProps, 'lastGood'> & { row: Row; rowState: RowState }) {
  if (rowState === 'failed') return <UploadFailure upload={upload} state={state} />
  if (rowState !== 'running') return null
  if (row === 'upload') return upload || task ? <UploadTaskPanel upload={upload} state={state} task={task} /> : null
  return <WorkProgress row={row} kind={upload?.kind} state={state} />
}
