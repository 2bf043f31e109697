import { useTranslation } from 'react-i18next'
import { activityLimits, TOTAL_WEIGHT } from '@toile/contracts/activities/activities.constants'
import { FieldGroup, TextField } from '../../../ui/forms/Field.js'
import type { FormParts } from './ActivityForm.js'
import { newCriterion, sumsOf } from './draft.js'
import { TitledRows } from './TitledRows.js'

export function CriteriaFields({ draft, edit, errorsOf, locked }: FormParts) {
  const { t } = useTranslation()
  const sum = sumsOf(draft).criteria
  const isLocked = locked['criteria'] !== undefined
  return (
    <FieldGroup
      label={t('activities-backstage:field.criteria')}
      hint={locked['criteria']}
      errors={errorsOf('criteria')}
    >
      <TitledRows
        rows={draft.criteria}
        titleLabel={(number) => t('activities-backstage:field.criterionTitle', { number })}
        maxTitleLength={activityLimits.maxCriterionTitleLength}
        max={activityLimits.maxCriteria}
        isLocked={isLocked}
        addLabel={t('activities-backstage:addCriterion')}
        make={newCriterion}
        onChange={(criteria) => edit({ criteria })}
        field={({ weight }, number, change) => (
          <TextField
            label={t('activities-backstage:field.weight', { number })}
            type="number"
            min={1}
            max={TOTAL_WEIGHT}
            disabled={isLocked}
            value={weight}
            onChange={(event) => change({ weight: event.target.value })}
          />
        )}
        sum={t('activities-backstage:sum.weights', { sum, total: TOTAL_WEIGHT })}
        isSumRight={isLocked || sum === TOTAL_WEIGHT}
      />
    </FieldGroup>
  )
}
