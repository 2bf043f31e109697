import { useTranslation } from 'react-i18next'
import { activityLimits } from '@toile/contracts/activities/activities.constants'
import { SelectField } from '../../../ui/antd/SelectField.js'
import { FieldGroup, TextField } from '../../../ui/forms/Field.js'
import { formatMoney } from '../../activities/money.js'
import type { FormParts } from './ActivityForm.js'
import { currencies } from './amounts.js'
import { newTier, sumsOf } from './draft.js'
import { TitledRows } from './TitledRows.js'

export function PrizeFields({ draft, edit, errorsOf, locked }: FormParts) {
  const { t } = useTranslation()
  const { currency, prize, tiers } = draft
  const sums = sumsOf(draft)
  const isPrizeLocked = locked['prize'] !== undefined
  const isLocked = locked['tiers'] !== undefined
  const money = (amount: number) => formatMoney({ amount, currency })
  return (
    <FieldGroup label={t('activities-backstage:field.prizes')} hint={locked['prize'] ?? locked['tiers']}>
      <div className="activity-form-row">
        <TextField
          label={t('activities-backstage:field.prize')}
          errors={errorsOf('prize')}
          inputMode="decimal"
          disabled={isPrizeLocked}
          value={prize}
          autoComplete="off"
          onChange={(event) => edit({ prize: event.target.value })}
        />
        <SelectField
          label={t('activities-backstage:field.currency')}
          disabled={isPrizeLocked}
          value={currency}
          options={[...new Set<string>([...currencies, currency])].map((value) => ({ value }))}
          onChange={(currency) => edit({ currency })}
        />
      </div>
      <TitledRows
        rows={tiers}
        titleLabel={(number) => t('activities-backstage:field.tierTitle', { number })}
        maxTitleLength={activityLimits.maxTierTitleLength}
        max={activityLimits.maxTiers}
        isLocked={isLocked}
        addLabel={t('activities-backstage:addTier')}
        make={newTier}
        onChange={(tiers) => edit({ tiers })}
        field={({ amount }, number, change) => (
          <TextField
            label={t('activities-backstage:field.tierAmount', { number })}
            inputMode="decimal"
            disabled={isLocked}
            value={amount}
            autoComplete="off"
            onChange={(event) => change({ amount: event.target.value })}
          />
        )}
        sum={
          sums.prize === undefined || sums.tiers === undefined
            ? t('activities-backstage:sum.unread')
            : t('activities-backstage:sum.prizes', { shared: money(sums.tiers), prize: money(sums.prize) })
        }
        isSumRight={sums.prize !== undefined && sums.prize === sums.tiers}
      />
      {errorsOf('tiers').length > 0 && <p className="field-error">{errorsOf('tiers').join(' ')}</p>}
    </FieldGroup>
  )
}
