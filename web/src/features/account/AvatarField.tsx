import { lazy, Suspense, useEffect, useRef, useState, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile, profileRoutes } from '@toile/contracts/profiles'
import { call, FAILED } from '../../api.js'
import { sendImage } from '../../send-image.js'
import { Button } from '../../ui/Button.js'
import type { Cropped } from '../../ui/crop/CropDialog.js'

// 24 kB that only those need who change their picture.
const CropDialog = lazy(async () => ({ default: (await import('../../ui/crop/CropDialog.js')).CropDialog }))

/** My picture: chosen, cut to a square, shown at once, and kept when the server has made its sizes. */
export function AvatarField({ profile, keep }: { profile: Profile; keep: (profile: Profile) => void }) {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  const shown = preview ?? profile.avatars[0]?.url

  function choose(event: ChangeEvent<HTMLInputElement>) {
    setProblem(undefined)
    setFile(event.target.files?.[0])
    // The same file may be chosen again.
    event.target.value = ''
  }

  async function use(chosen: File, { crop, preview: cut }: Cropped) {
    setFile(undefined)
    setBusy(true)
    setPreview(URL.createObjectURL(cut))
    const sent = await sendImage(chosen, 'avatar', crop)
    const answer =
      'imageId' in sent
        ? await call<typeof profileRoutes.setAvatar>('PUT', '/me/avatar', { imageId: sent.imageId }, { quiet: true })
        : undefined
    setBusy(false)
    if (answer && answer.code !== FAILED) return keep(answer.data)
    setPreview(undefined)
    setProblem((answer?.message ?? ('problem' in sent ? sent.problem : undefined)) || t('account.avatarFailed'))
  }

  async function remove() {
    setBusy(true)
    const answer = await call<typeof profileRoutes.removeAvatar>('DELETE', '/me/avatar')
    setBusy(false)
    if (answer.code === FAILED) return
    setPreview(undefined)
    keep(answer.data)
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
              <Button look="quiet" onClick={() => void remove()}>
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
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('account.avatarChoose')}
        accept="image/jpeg,image/png,image/webp"
        onChange={choose}
      />
      {file && (
        <Suspense fallback={null}>
          <CropDialog
            file={file}
            onCrop={(cropped) => void use(file, cropped)}
            onCancel={(why) => {
              setFile(undefined)
              setProblem(why)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
