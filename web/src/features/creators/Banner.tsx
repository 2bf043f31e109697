import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Creator } from '@toile/contracts/users/creators'
import { imageSizes } from '@toile/contracts/images/images.constants'
import { api } from '../../lib/api.js'
import { Button } from '../../ui/Button.js'
import { Picture } from '../../ui/Picture.js'
import { PictureButton } from '../images/PictureButton.js'

export function Banner({ person, mine }: { person: Creator; mine: boolean }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const set = useMutation({
    mutationFn: (imageId: string | undefined) => (imageId ? api.setBanner({ imageId }) : api.removeBanner()),
    onSuccess: (saved) => void queryClient.setQueryData(['creator', person.id], saved),
  })
  const { width, height } = imageSizes.banner
  if (!person.banner && !mine) return null
  return (
    <div className="banner-part">
      {person.banner && (
        <div className="banner" style={{ aspectRatio: width / height }}>
          <Picture image={person.banner} sizes="100vw" first />
        </div>
      )}
      {mine && (
        <div className="banner-tools">
          <PictureButton
            purpose="banner"
            label={t(person.banner ? 'people.changeBanner' : 'people.addBanner')}
            hint={t('people.bannerHint')}
            onReady={({ id }) => set.mutate(id)}
          />
          {person.banner && (
            <Button variant="quiet" onClick={() => set.mutate(undefined)}>
              {t('people.removeBanner')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
