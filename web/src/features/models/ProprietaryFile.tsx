import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProprietaryFormat } from '@toile/contracts/models/models.constants'
import { formatBytes } from '../../ui/format.js'

const programs: Record<ProprietaryFormat, string> = { zprj: 'CLO', zpac: 'CLO', sproj: 'Style3D' }

export function ProprietaryFile({
  file: { format, url, bytes },
  mine = false,
}: {
  file: { format: ProprietaryFormat; url: string; bytes: number }
  mine?: boolean
}) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className="model-report" aria-labelledby={id}>
      <h2 id={id}>{t('proprietary.title')}</h2>
      <p>{t('proprietary.why', { format, program: programs[format] })}</p>
      {mine && <p className="muted">{t('proprietary.mine')}</p>}
      <p>
        <a className="button button-plain" href={url} download>
          {t('proprietary.download', { format, size: formatBytes(bytes) })}
        </a>
      </p>
    </section>
  )
}
