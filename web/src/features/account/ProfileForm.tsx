import Input from 'antd/es/input'
import Switch from 'antd/es/switch'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { languages } from '@toile/contracts/languages.constants'
import type { Profile } from '@toile/contracts/users/profiles'
import { clearableProfileFields, profileLimits } from '@toile/contracts/users/users.constants'
import { api } from '../../lib/api.js'
import { textWithin, useApiForm } from '../../lib/forms/api-form.js'
import { withClear } from '../../lib/payload.js'
import { getDisplayNames, rememberDisplayName } from '../../lib/display-names-store.js'
import { Button } from '../../ui/Button.js'
import { Field } from '../../ui/forms/Field.js'
import { toast } from '../../ui/toasts/toasts.js'

const languageNames = { en: 'English', 'zh-CN': '中文' }
const lines = {
  nickname: { max: profileLimits.maxNicknameLength, autoComplete: 'nickname' },
  occupation: { max: profileLimits.maxOccupationLength, autoComplete: 'organization-title' },
  company: { max: profileLimits.maxCompanyLength, autoComplete: 'organization' },
  location: { max: profileLimits.maxLocationLength, autoComplete: 'address-level2' },
  website: { max: profileLimits.maxWebsiteLength, autoComplete: 'url' },
}
const lineNames = Object.keys(lines) as (keyof typeof lines)[]

function valuesOf(profile: Profile) {
  const { nickname, occupation, company, location, website, description, emailSwitch, language } = profile
  return { nickname, occupation, company, location, website, description, emailSwitch, language }
}

export function ProfileForm({ profile, onSaved }: { profile: Profile; onSaved: (profile: Profile) => void }) {
  const { t } = useTranslation()
  const { form, formProps, errorsOf, isBusy, isUnsaved, reset } = useApiForm({
    values: valuesOf(profile),
    draftKey: 'profile',
    failure: t('account.saveFailed'),
    send: (_, changed) => api.updateProfile(withClear(changed, clearableProfileFields)),
    onSent(saved) {
      rememberDisplayName(saved.nickname || saved.name)
      onSaved(saved)
      toast('success', t('common.saved'))
    },
  })
  const hints: Partial<Record<(typeof lineNames)[number], string>> = {
    nickname: t('account.nicknameHint', { name: profile.name }),
    website: t('account.websiteHint'),
  }
  return (
    <form {...formProps}>
      <section aria-labelledby="about-you">
        <h2 id="about-you">{t('account.about')}</h2>
        <p className="muted">{t('account.aboutText')}</p>
        <div className="profile-grid">
          {lineNames.map((name) => (
            <Field
              key={name}
              label={t(`account.${name}`)}
              hint={hints[name]}
              errors={errorsOf(name)}
              control={(ids) => (
                <Controller
                  name={name}
                  control={form.control}
                  rules={{ validate: textWithin(lines[name]) }}
                  render={({ field }) => (
                    <Input
                      {...field}
                      {...ids}
                      autoComplete={lines[name].autoComplete}
                      list={name === 'nickname' ? 'earlier-names' : undefined}
                    />
                  )}
                />
              )}
            />
          ))}
          <datalist id="earlier-names">
            {[...getDisplayNames().saved].map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <div className="wide">
            <Field
              label={t('common.description')}
              errors={errorsOf('description')}
              control={(ids) => (
                <Controller
                  name="description"
                  control={form.control}
                  render={({ field }) => (
                    <Input.TextArea
                      {...field}
                      {...ids}
                      rows={5}
                      maxLength={profileLimits.maxDescriptionLength}
                      showCount
                    />
                  )}
                />
              )}
            />
          </div>
        </div>
      </section>
      <section aria-labelledby="settings">
        <h2 id="settings">{t('account.settings')}</h2>
        <div className="profile-grid">
          <Field
            label={t('account.emailSwitch')}
            hint={t('account.emailSwitchHint')}
            errors={errorsOf('emailSwitch')}
            control={(ids) => (
              <Controller
                name="emailSwitch"
                control={form.control}
                render={({ field: { value, ...field } }) => <Switch {...field} {...ids} checked={value} />}
              />
            )}
          />
          <Field
            label={t('account.language')}
            errors={errorsOf('language')}
            control={(ids) => (
              // This is a native select element, because antd's Select has as much code as the rest of the page.
              <select className="input" {...form.register('language')} {...ids}>
                {languages.map((language) => (
                  <option key={language} value={language}>
                    {languageNames[language]}
                  </option>
                ))}
              </select>
            )}
          />
        </div>
      </section>
      {isUnsaved && (
        <div className="save-bar" role="status">
          <p>{t('common.unsaved')}</p>
          <Button onClick={() => reset(valuesOf(profile))}>{t('account.discard')}</Button>
          <Button type="submit" variant="filled" busy={isBusy}>
            {t('common.save')}
          </Button>
        </div>
      )}
    </form>
  )
}
