import { useTranslation } from 'react-i18next'
import type { Upload } from '@toile/contracts/uploads/uploads'
import { formatDate } from '../../ui/format.js'

/** Warns that uploads will be deleted if the email stays unverified. The banner above every page resends the mail. */
export function RemovalNotice({ uploads }: { uploads: readonly Pick<Upload, 'keptUntil'>[] }) {
  const { t } = useTranslation()
  const days = uploads.flatMap(({ keptUntil }) => keptUntil ?? []).sort()
  if (!days[0]) return null
  return (
    <p className="removal-notice" role="note">
      {t('upload.removal', { count: days.length, date: formatDate(days[0]) })}
    </p>
  )
}
