import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Package } from '@toile/contracts/software/software'
import { api, resultOf } from '../../lib/api.js'
import { FAILED } from '../../lib/request.js'
import { paths } from '../../lib/paths.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { toast } from '../../ui/toasts/toasts.js'

/** Asks for a fresh link at each press, because links expire; what is locked leads to where codes are exchanged. */
export function DownloadButton({ of, variant }: { of: Package; variant: 'filled' | 'plain' }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  if (!of.unlocked)
    return (
      <ButtonLink to={paths.software('codes')} preventScrollReset>
        {t('software:software.needsCode')}
      </ButtonLink>
    )
  const download = async () => {
    setBusy(true)
    const result = await resultOf(api.downloadPackage({ id: of.id }))
    setBusy(false)
    if (result.code === FAILED) return
    toast('success', t('software:software.downloadBegins'))
    location.assign(result.data.url)
  }
  const platform = t(`software:software.platforms.${of.platform}`)
  const { name, version } = of
  return (
    <Button
      variant={variant}
      busy={busy}
      aria-label={t('software:software.downloadOf', { name, version, platform })}
      onClick={() => void download()}
    >
      {t('software:software.download')}
    </Button>
  )
}
