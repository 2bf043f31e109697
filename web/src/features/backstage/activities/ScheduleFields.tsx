import Select from 'antd/es/select'
import { useTranslation } from 'react-i18next'
import { activityMoments } from '@toile/contracts/activities/activities.constants'
import type { BackstageActivity } from '@toile/contracts/activities/activities-backstage'
import { SelectField } from '../../../ui/antd/SelectField.js'
import { FieldGroup, TextField } from '../../../ui/forms/Field.js'
import { formatMoment, formatZonedMoment, isSameTime, offsetName, ownZone, zoneName } from '../../activities/zones.js'
import type { FormParts } from './ActivityForm.js'
import { instantOf, instantsOf, wallTimeOf } from './wall-time.js'

const zones = Intl.supportedValuesOf('timeZone')

export function ScheduleFields({
  draft: { timeZone, moments },
  edit,
  errorsOf,
  locked,
  saved,
}: FormParts & { saved: BackstageActivity | undefined }) {
  const { t } = useTranslation()
  const own = ownZone()
  function moveTo(zone: string) {
    // The dates that are locked in a saved activity keep their instant, and all others keep their wall time.
    const toCome = activityMoments.filter((name) => !(locked[name] && saved))
    const moved = toCome.map((name) => [name, instantOf(wallTimeOf(moments[name], timeZone), zone)])
    edit({ timeZone: zone, moments: { ...moments, ...Object.fromEntries(moved) } })
  }
  const elsewhere = (iso: string) => {
    if (!iso) return undefined
    const here = formatZonedMoment(iso, timeZone)
    return isSameTime(iso, timeZone, own)
      ? here
      : t('activities-backstage:hint.moment', { here, yours: formatMoment(iso, own) })
  }
  return (
    <FieldGroup label={t('activities-backstage:field.moments')} hint={t('activities-backstage:hint.moments')}>
      <SelectField
        label={t('activities-backstage:field.timeZone')}
        hint={zoneName(timeZone, new Date().toISOString())}
        errors={errorsOf('timeZone')}
        showSearch
        value={timeZone}
        options={(zones.includes(timeZone) ? zones : [timeZone, ...zones]).map((value) => ({ value }))}
        onChange={moveTo}
      />
      <div className="activity-form-moments">
        {activityMoments.map((name) => {
          const label = t(`activities-backstage:moments.${name}`)
          const at = moments[name]
          const wall = wallTimeOf(at, timeZone)
          const disabled = locked[name] !== undefined
          const set = (iso: string) => edit({ moments: { ...moments, [name]: iso } })
          const instants = instantsOf(wall, timeZone)
          return (
            <div key={name}>
              <TextField
                type="datetime-local"
                label={label}
                hint={[elsewhere(at), locked[name]].filter(Boolean).join('. ')}
                errors={errorsOf(name)}
                disabled={disabled}
                value={wall}
                onChange={(event) => set(instantOf(event.target.value, timeZone, at))}
              />
              {instants.length === 2 && (
                <Select
                  className="select"
                  aria-label={t('activities-backstage:field.offset', { moment: label })}
                  disabled={disabled}
                  // A saved instant may have seconds, but the options are whole minutes. So this picks the nearest.
                  value={instantOf(wall, timeZone, at)}
                  options={instants.map((value) => ({ value, label: offsetName(value, timeZone) }))}
                  onChange={set}
                />
              )}
            </div>
          )
        })}
      </div>
    </FieldGroup>
  )
}
