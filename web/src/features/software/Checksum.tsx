import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Package } from '@toile/contracts/software/software'
import { copyText } from '../../lib/secure-context.js'
import { Button } from '../../ui/Button.js'

export function Checksum({ of: { name, version, sha256 } }: { of: Pick<Package, 'name' | 'version' | 'sha256'> }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  return (
    <p className="checksum" title={t('software:software.checksumHint')}>
      <span className="muted">{t('software:software.checksum')}</span> <code>{sha256}</code>
      <Button
        variant="quiet"
        aria-label={t('software:software.copyChecksum', { name, version })}
        onClick={() => void copyText(sha256).then(setCopied)}
      >
        {t(isCopied ? 'share.done' : 'share.copy')}
      </Button>
    </p>
  )
}
