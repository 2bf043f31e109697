import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../lib/api.js'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { Button } from '../../ui/Button.js'

interface UseOutputProps {
  renderId: string
  workId: string
  output: { name: string; type: string }
  /** The name of the output for screen readers. */
  title: string
}

type As = 'cover' | 'gallery'

export function UseOutput({ renderId, workId, output, title }: UseOutputProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const isFilm = output.type.startsWith('video/')
  const use = useMutation({
    mutationFn: (input: { as: As; replace?: boolean }) =>
      api.useRenderOutput({ id: renderId, name: output.name, ...input }),
    meta: { showsError: true },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['works'] }),
  })
  const { error, isPending, isSuccess, variables } = use
  const button = (as: As, label: string) => (
    <Button busy={isPending} aria-label={`${label}: ${title}`} onClick={() => use.mutate({ as })}>
      {label}
    </Button>
  )
  return (
    <>
      {!isFilm && button('cover', t('renders.useCover'))}
      {button('gallery', t(isFilm ? 'renders.useFilm' : 'renders.useGallery'))}
      <p role="status" className="render-used" data-failed={use.isError || undefined}>
        {error?.message}
        {error instanceof ApiError && error.code === 'WORK_HAS_VIDEO' && (
          <Button onClick={() => use.mutate({ as: 'gallery', replace: true })}>{t('renders.replaceFilm')}</Button>
        )}
        {isSuccess && (
          <>
            {t(isFilm ? 'renders.filmDone' : `renders.${variables.as}Done`)}{' '}
            <Link to={paths.work(workId)}>{t('share.see')}</Link>
          </>
        )}
      </p>
    </>
  )
}
