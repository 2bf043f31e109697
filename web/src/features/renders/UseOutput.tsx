import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../lib/api.js'
import { FAILED } from '../../lib/request.js'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { Button } from '../../ui/Button.js'

interface UseOutputProps {
  renderId: string
  workId: string
  /** Name of the result, and its media type. */
  output: { name: string; type: string }
  /** What the picture is called, for those who hear the buttons one by one. */
  title: string
}

type As = 'cover' | 'gallery'

/** Makes a picture the work's cover or adds it to its gallery, makes a film its video, and says how that went. */
export function UseOutput({ renderId, workId, output, title }: UseOutputProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<{ done: boolean; text: string; mayReplace?: boolean }>()
  const isFilm = output.type.startsWith('video/')
  async function use(as: As, replace = false) {
    setBusy(true)
    setResult(undefined)
    const response = await resultOf(
      api.useRenderOutput({ id: renderId, name: output.name, as, ...(replace && { replace }) }, { quiet: true }),
    )
    setBusy(false)
    if (response.code === FAILED)
      return setResult({ done: false, text: response.message, mayReplace: response.serverCode === 'WORK_HAS_VIDEO' })
    setResult({ done: true, text: t(isFilm ? 'renders.filmDone' : `renders.${as}Done`) })
    await queryClient.invalidateQueries({ queryKey: ['works'] })
  }
  const button = (as: As, label: string) => (
    <Button busy={busy} aria-label={`${label}: ${title}`} onClick={() => void use(as)}>
      {label}
    </Button>
  )
  return (
    <>
      {!isFilm && button('cover', t('renders.useCover'))}
      {button('gallery', t(isFilm ? 'renders.useFilm' : 'renders.useGallery'))}
      <p role="status" className="render-used" data-failed={result?.done === false || undefined}>
        {result && (
          <>
            {result.text} {result.done && <Link to={paths.work(workId)}>{t('renders.seeWork')}</Link>}
            {result.mayReplace && <Button onClick={() => void use('gallery', true)}>{t('renders.replaceFilm')}</Button>}
          </>
        )}
      </p>
    </>
  )
}
