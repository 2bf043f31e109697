import { useTranslation } from 'react-i18next'
import type { ViewerWords } from '../../../viewer/words.js'

/** The viewer's words in the reader's language; the viewer itself knows none. */
export function useViewerWords(): ViewerWords {
  const { t } = useTranslation()
  return {
    loading: t('viewer.loading'),
    failed: t('viewer.failed'),
    retry: t('viewer.retry'),
    noWebGl: t('viewer.noWebGl'),
    instructions: t('viewer.instructions'),
    reset: t('viewer.reset'),
    fullscreen: t('viewer.fullscreen'),
    exitFullscreen: t('viewer.exitFullscreen'),
  }
}
