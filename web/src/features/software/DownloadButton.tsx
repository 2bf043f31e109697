import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Package } from '@toile/contracts/software/software'
import { api } from '../../lib/api.js'
import { paths } from '../../lib/paths.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { toast } from '../../ui/toasts/toasts.js'

/** Requests a new link on each press, because links expire. For a locked package, the button leads to the codes. */
export function DownloadButton({ of, variant }: { of: Package; variant: 'filled' | 'plain' }) {
  const { t } = useTranslation()
  const download = useMutation({
    mutationFn: () => api.downloadPackage({ id: of.id }),
    onSuccess({ url }) {
      toast('success', t('software:software.downloadBegins'))
      location.assign(url)
    },
  })
  if (!of.unlocked)
    return (
      <ButtonLink to={paths.software('codes')} preventScrollReset>
        {t('software:software.needsCode')}
      </ButtonLink>
    )
  const platform = t(`software:software.platforms.${of.platform}`)
  const { name, version } = of
  return (
    <Button
      variant={variant}
      busy={download.isPending}
      aria-label={t('software:software.downloadOf', { name, version, platform })}
      onClick={() => download.mutate()}
    >
      {t('common.download')}
    </Button>
  )
}
