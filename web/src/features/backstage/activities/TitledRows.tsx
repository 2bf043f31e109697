import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.js'
import { TextField } from '../../../ui/forms/Field.js'

interface Row {
  /** The React key, which stays the same while the row is edited. For a criterion, it is also the id in the API. */
  id: string
  title: string
}

interface TitledRowsProps<R extends Row> {
  rows: R[]
  titleLabel: (number: number) => string
  maxTitleLength: number
  max: number
  isLocked: boolean
  addLabel: string
  make: () => R
  onChange: (rows: R[]) => void
  field: (row: R, number: number, change: (part: Partial<R>) => void) => ReactNode
  sum: string
  isSumRight: boolean
}

export function TitledRows<R extends Row>({ rows, isLocked, onChange, ...props }: TitledRowsProps<R>) {
  const { t } = useTranslation()
  return (
    <>
      <ol className="activity-form-rows">
        {rows.map((row, i) => {
          const change = (part: Partial<R>) =>
            onChange(rows.map((one) => (one.id === row.id ? { ...one, ...part } : one)))
          return (
            <li key={row.id} className="activity-form-row">
              <TextField
                label={props.titleLabel(i + 1)}
                disabled={isLocked}
                maxLength={props.maxTitleLength}
                value={row.title}
                onChange={(event) => change({ title: event.target.value } as Partial<R>)}
              />
              {props.field(row, i + 1, change)}
              <Button
                variant="quiet"
                disabled={isLocked || rows.length === 1}
                aria-label={t('activities-backstage:removeNamed', { name: row.title || i + 1 })}
                onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
              >
                {t('common.remove')}
              </Button>
            </li>
          )
        })}
      </ol>
      <div className="activity-form-row">
        <Button disabled={isLocked || rows.length >= props.max} onClick={() => onChange([...rows, props.make()])}>
          {props.addLabel}
        </Button>
        <p className="activity-form-sum tabular" role="status" data-right={props.isSumRight}>
          {props.sum}
        </p>
      </div>
    </>
  )
}
