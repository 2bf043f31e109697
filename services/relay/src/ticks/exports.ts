import { reactions } from '@toile/contracts/reactions'
import { redriveExport, stuckExports } from '@toile/db/backstage/table-exports'
import { redriveStuckThings } from './stuck.js'

export const redriveStuckExports = redriveStuckThings(
  'export',
  stuckExports,
  reactions['export.requested'].jobs[0],
  redriveExport,
)
