import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Image } from '@toile/contracts/images/images'
import type { Profile } from '@toile/contracts/users/profiles'
import { api, resultOf } from '../../lib/api.js'
import { FAILED } from '../../lib/request.js'
import { Button } from '../../ui/Button.js'
import type { Cropped } from '../../ui/crop/CropDialog.js'
import { FileInput } from '../../ui/forms/FileInput.js'
import { ACCEPTED_IMAGES, useImageUpload } from '../images/use-image-upload.js'

// 24 kB that only those need who change their picture.
const CropDialog = lazy(async () => ({ default: (await import('../../ui/crop/CropDialog.js')).CropDialog }))

/** My picture: chosen, cut to a square, shown at once, and kept when the server has made its sizes. */
export function AvatarField({ profile, onSaved }: { profile: Profile; onSaved: (profile: Profile) => void }) {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<string>()
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState<string>()
  const { phase, send } = useImageUpload('avatar', (image) => void set(image))
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  const busy = saving || phase.name === 'sending' || phase.name === 'preparing'
  const problem = phase.name === 'failed' ? phase.message || t('account.avatarFailed') : refused
  const shown = (phase.name === 'failed' ? undefined : preview) ?? profile.avatars[0]?.url

  function use(chosen: File, { crop, preview: cut }: Cropped) {
    setFile(undefined)
    setPreview(URL.createObjectURL(cut))
    void send(chosen, crop)
  }

  async function set({ id }: Image) {
    setSaving(true)
    const result = await resultOf(api.setAvatar({ imageId: id }, { quiet: true }))
    setSaving(false)
    if (result.code !== FAILED) return onSaved(result.data)
    setPreview(undefined)
    setRefused(result.message || t('account.avatarFailed'))
  }

  async function remove() {
    setSaving(true)
    const result = await resultOf(api.removeAvatar())
    setSaving(false)
    if (result.code === FAILED) return
    setPreview(undefined)
    onSaved(result.data)
  }

  return (
    <section aria-labelledby="avatar">
      <h2 id="avatar">{t('account.avatar')}</h2>
      <div className="profile-avatar">
        {shown ? (
          <img src={shown} width={96} height={96} alt={t('account.avatarAlt')} />
        ) : (
          <span aria-hidden="true">{[...(profile.nickname || profile.name)][0]}</span>
        )}
        <div>
          <div className="profile-buttons">
            <Button busy={busy} onClick={() => picker.current?.click()}>
              {t('account.avatarChoose')}
            </Button>
            {shown && !busy && (
              <Button variant="quiet" onClick={() => void remove()}>
                {t('account.avatarRemove')}
              </Button>
            )}
          </div>
          <p className="field-hint">{t('account.avatarHint')}</p>
          <p role="status" className="field-hint">
            {busy && t('account.avatarBusy')}
          </p>
          {problem && (
            <p role="alert" className="field-error">
              {problem}
            </p>
          )}
        </div>
      </div>
      <FileInput
        ref={picker}
        aria-label={t('account.avatarChoose')}
        accept={ACCEPTED_IMAGES}
        onFiles={([file]) => {
          setRefused(undefined)
          setFile(file)
        }}
      />
      {file && (
        <Suspense fallback={null}>
          <CropDialog
            file={file}
            onCrop={(cropped) => use(file, cropped)}
            onCancel={(reason) => {
              setFile(undefined)
              setRefused(reason)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
