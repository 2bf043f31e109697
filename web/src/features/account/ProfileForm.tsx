import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Switch from 'antd/es/switch'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '@toile/contracts/languages.constants'
import type { Profile } from '@toile/contracts/users/profiles'
import { api, resultOf } from '../../lib/api.js'
import { FAILED } from '../../lib/request.js'
import { useFormDraft } from '../../lib/form-drafts.js'
import { getDisplayNames, rememberDisplayName } from '../../lib/display-names-store.js'
import { Button } from '../../ui/Button.js'
import { toast } from '../../ui/toasts/toasts.js'
import { changesOf, draftOf, isDirty, maxLengths, patchOf, type ProfileDraft } from './profile-patch.js'

const languageNames = { en: 'English', 'zh-CN': '中文' }
/** One line each, in the order of the form. */
const lines = ['nickname', 'occupation', 'company', 'location', 'website'] as const
const autoComplete = {
  nickname: 'nickname',
  occupation: 'organization-title',
  company: 'organization',
  location: 'address-level2',
  website: 'url',
}

/** The fields of the profile. What was changed is saved by one press, on a bar that stands only while there is any. */
export function ProfileForm({ profile, onSaved }: { profile: Profile; onSaved: (profile: Profile) => void }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<ProfileDraft>()
  const saved = draftOf(profile)
  const [typed, setTyped] = useFormDraft<Partial<ProfileDraft>>('profile', {})
  // What was typed before and is of a kind with what is saved.
  const [start] = useState(() => ({ ...saved, ...changesOf(saved, typed) }))
  const [draft, setDraft] = useState(start)
  const [busy, setBusy] = useState(false)
  const dirty = isDirty(saved, draft)

  async function save() {
    setBusy(true)
    const result = await resultOf(
      api.updateProfile(patchOf(saved, draft), {
        quiet: true,
      }),
    )
    setBusy(false)
    if (result.code === FAILED) {
      const fields = Object.entries(result.fields) as [keyof ProfileDraft, string[]][]
      form.setFields(fields.map(([name, errors]) => ({ name, errors })))
      const [first] = fields
      if (first) form.getFieldInstance(first[0])?.focus()
      else toast('error', t('account.saveFailed'))
      return
    }
    rememberDisplayName(result.data.nickname || result.data.name)
    onSaved(result.data)
    const now = draftOf(result.data)
    form.setFieldsValue(now)
    setDraft(now)
    setTyped({})
    toast('success', t('account.saved'))
  }

  function discard() {
    form.setFieldsValue(saved)
    setDraft(saved)
    setTyped({})
  }

  const hints: Partial<Record<(typeof lines)[number], string>> = {
    nickname: t('account.nicknameHint', { name: profile.name }),
    website: t('account.websiteHint'),
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={start}
      requiredMark={false}
      onValuesChange={(_, all) => {
        setDraft({ ...draft, ...all })
        setTyped(changesOf(saved, { ...draft, ...all }))
      }}
      onFinish={() => void save()}
      scrollToFirstError={{ focus: true }}
    >
      <section aria-labelledby="about-you">
        <h2 id="about-you">{t('account.about')}</h2>
        <p className="muted">{t('account.aboutText')}</p>
        <div className="profile-grid">
          {lines.map((name) => (
            <Form.Item
              key={name}
              name={name}
              label={t(`account.${name}`)}
              extra={hints[name]}
              rules={[
                {
                  validator: (_, value: string) =>
                    [...value].length <= maxLengths[name]
                      ? Promise.resolve()
                      : Promise.reject(new Error(t('account.tooLong', { max: maxLengths[name] }))),
                },
              ]}
            >
              <Input autoComplete={autoComplete[name]} list={name === 'nickname' ? 'earlier-names' : undefined} />
            </Form.Item>
          ))}
          <datalist id="earlier-names">
            {[...getDisplayNames().saved].map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Form.Item className="wide" name="description" label={t('account.description')}>
            <Input.TextArea rows={5} maxLength={maxLengths.description} showCount />
          </Form.Item>
        </div>
      </section>
      <section aria-labelledby="settings">
        <h2 id="settings">{t('account.settings')}</h2>
        <div className="profile-grid">
          <Form.Item
            name="emailSwitch"
            label={t('account.emailSwitch')}
            extra={t('account.emailSwitchHint')}
            valuePropName="checked"
          >
            <Switch aria-label={t('account.emailSwitch')} />
          </Form.Item>
          <Form.Item name="language" label={t('account.language')}>
            {/* Not the kit's: that one weighs as much as the rest of the page. */}
            <select className="input">
              {languages.map((language) => (
                <option key={language} value={language}>
                  {languageNames[language]}
                </option>
              ))}
            </select>
          </Form.Item>
        </div>
      </section>
      {dirty && (
        <div className="save-bar" role="status">
          <p>{t('account.unsaved')}</p>
          <Button onClick={discard}>{t('account.discard')}</Button>
          <Button type="submit" variant="filled" busy={busy}>
            {t('account.save')}
          </Button>
        </div>
      )}
    </Form>
  )
}
