import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '@toile/contracts/users/profiles'
import { api } from '../../lib/api.js'
import { Button } from '../../ui/Button.js'
import type { Cropped } from '../../ui/crop/CropDialog.js'
import { FileInput } from '../../ui/forms/FileInput.js'
import { ACCEPTED_IMAGES, useImageUpload } from '../images/use-image-upload.js'
import { ProblemText } from '../../ui/ProblemText.js'

// CropDialog is loaded on demand, because it takes 24 kB and only a change of the picture needs it.
const CropDialog = lazy(async () => ({ default: (await import('../../ui/crop/CropDialog.js')).CropDialog }))

export function AvatarField({ profile, onSaved }: { profile: Profile; onSaved: (profile: Profile) => void }) {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<string>()
  const [unreadable, setUnreadable] = useState<string>()
  const set = useMutation({
    mutationFn: (imageId: string) => api.setAvatar({ imageId }),
    meta: { showsError: true },
    onSuccess: (saved) => onSaved(saved),
    onError: () => setPreview(undefined),
  })
  const remove = useMutation({
    mutationFn: () => api.removeAvatar(),
    onSuccess(saved) {
      setPreview(undefined)
      onSaved(saved)
    },
  })
  const { phase, send } = useImageUpload('avatar', ({ id }) => set.mutate(id))
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  const busy = set.isPending || remove.isPending || phase.name === 'sending' || phase.name === 'preparing'
  const refused = phase.name === 'failed' ? phase : set.error
  const problem = refused ? refused.message || t('account.avatarFailed') : unreadable
  const shown = (phase.name === 'failed' ? undefined : preview) ?? profile.avatars[0]?.url

  function use(chosen: File, { crop, preview: cut }: Cropped) {
    setFile(undefined)
    setPreview(URL.createObjectURL(cut))
    void send(chosen, crop)
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
              {t('common.chooseImage')}
            </Button>
            {shown && !busy && (
              <Button variant="quiet" onClick={() => remove.mutate()}>
                {t('account.avatarRemove')}
              </Button>
            )}
          </div>
          <p className="field-hint">{t('account.avatarHint')}</p>
          <p role="status" className="field-hint">
            {busy && t('account.avatarBusy')}
          </p>
          <ProblemText text={problem} />
        </div>
      </div>
      <FileInput
        ref={picker}
        aria-label={t('common.chooseImage')}
        accept={ACCEPTED_IMAGES}
        onFiles={([file]) => {
          set.reset()
          setUnreadable(undefined)
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
              setUnreadable(reason)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
