import { useTranslation } from 'react-i18next'
import type { ViewerWords } from '../../../viewer/words.js'

export function useViewerWords(): ViewerWords {
  const { t } = useTranslation()
  return {
    loading: t('viewer.loading'),
    failed: t('viewer.failed'),
    retry: t('app.retry'),
    noWebGl: t('viewer.noWebGl'),
    instructions: t('viewer.instructions'),
    reset: t('viewer.reset'),
    fullscreen: t('viewer.fullscreen'),
    exitFullscreen: t('viewer.exitFullscreen'),
  }
}
