import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../ui/format.js'

export function PublishState({ publishedAt }: { publishedAt: string | null }) {
  const { t } = useTranslation()
  if (!publishedAt) return <span className="muted">{t('content-backstage:content.states.hidden')}</span>
  return <span>{t('content-backstage:content.publishedOn', { date: formatDate(publishedAt) })}</span>
}
