import { useTranslation } from 'react-i18next'
import type { RenderStatus } from '@toile/contracts/renders/renders.constants'
import { Skeleton } from '../../ui/Skeleton.js'
import type { LiveRender } from './live-render.js'
import { RenderRow } from './RenderRow.js'
import './render-table.css'

const SKELETONS = 4
const columns = ['picture', 'name', 'type', 'status', 'cost', 'submitter', 'submitted', 'action'] as const
const unseen: readonly string[] = ['picture', 'action']

/** On a narrow page the rows of the table become cards. Skeleton rows are shown while `renders` is undefined. */
export function RenderTable({
  renders,
  filter,
}: {
  renders: readonly LiveRender[] | undefined
  filter: RenderStatus | undefined
}) {
  const { t } = useTranslation()
  return (
    <table className="render-table">
      <caption className="visually-hidden">{t('renders.title')}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-column={column}>
              <span className={unseen.includes(column) ? 'visually-hidden' : undefined}>
                {t(`renders.column.${column}`)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {renders
          ? renders.map((render) => <RenderRow key={render.id} render={render} filter={filter} />)
          : Array.from({ length: SKELETONS }, (_, i) => (
              <tr key={`s${i}`} className="render-row">
                <td colSpan={columns.length}>
                  <Skeleton height={72} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  )
}
