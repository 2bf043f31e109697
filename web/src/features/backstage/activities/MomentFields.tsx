import { useTranslation } from 'react-i18next'
import { activityMoments } from '@toile/contracts/activities.constants'
import type { OfficeActivity } from '@toile/contracts/activities-office'
import { Field, FieldGroup, TextField } from '../../../ui/Field.js'
import { formatMoment, formatZonedMoment, isSameTime, ownZone, zoneName } from '../../activities/zones.js'
import type { FormParts } from './ActivityForm.js'
import { instantOf, wallTimeOf } from './wall-time.js'

const zones = Intl.supportedValuesOf('timeZone')

/** The moments of an activity on the clocks of its own zone, each with what it is elsewhere. */
export function MomentFields({
  draft: { timeZone, moments },
  edit,
  errors,
  locked,
  saved,
}: FormParts & { saved: OfficeActivity | undefined }) {
  const { t } = useTranslation()
  const own = ownZone()
  function moveTo(zone: string) {
    // What has passed is an instant and stays it; what is to come stays what the clocks show.
    const passed = activityMoments.filter((name) => locked[name] && saved)
    const kept = Object.fromEntries(passed.map((name) => [name, wallTimeOf(saved![name], zone)]))
    edit({ timeZone: zone, moments: { ...moments, ...kept } })
  }
  const elsewhere = (iso: string | undefined) => {
    if (!iso) return undefined
    const here = formatZonedMoment(iso, timeZone)
    return isSameTime(iso, timeZone, own)
      ? here
      : t('activityOffice.hint.moment', { here, yours: formatMoment(iso, own) })
  }
  return (
    <FieldGroup label={t('activityOffice.field.moments')} hint={t('activityOffice.hint.moments')}>
      <Field
        label={t('activityOffice.field.timeZone')}
        hint={zoneName(timeZone, new Date().toISOString())}
        errors={errors['timeZone']}
        control={(ids) => (
          <select className="input" {...ids} value={timeZone} onChange={(event) => moveTo(event.target.value)}>
            {(zones.includes(timeZone) ? zones : [timeZone, ...zones]).map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        )}
      />
      <div className="activity-form-moments">
        {activityMoments.map((name) => (
          <TextField
            key={name}
            type="datetime-local"
            label={t(`activityOffice.moments.${name}`)}
            hint={[elsewhere(instantOf(moments[name], timeZone)), locked[name]].filter(Boolean).join('. ')}
            errors={errors[name]}
            disabled={locked[name] !== undefined}
            value={moments[name]}
            onChange={(event) => edit({ moments: { ...moments, [name]: event.target.value } })}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
