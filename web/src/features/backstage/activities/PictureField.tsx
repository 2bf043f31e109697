import { useTranslation } from 'react-i18next'
import { imageSizes } from '@toile/contracts/images/images.constants'
import { Button } from '../../../ui/Button.js'
import { FieldGroup } from '../../../ui/forms/Field.js'
import { Picture } from '../../../ui/Picture.js'
import { PictureButton } from '../../images/PictureButton.js'
import type { FormParts } from './ActivityForm.js'

export function PictureField({ purpose, draft, edit, errorsOf }: FormParts & { purpose: 'banner' | 'cover' }) {
  const { t } = useTranslation()
  const { width, height } = imageSizes[purpose]
  const image = draft[purpose]
  return (
    <FieldGroup label={t(`activities-backstage:field.${purpose}`)} errors={errorsOf(`${purpose}Id`)}>
      {image && (
        <div className="activity-form-picture" data-purpose={purpose} style={{ aspectRatio: width / height }}>
          <Picture image={image} sizes="640px" alt={t(`activities-backstage:field.${purpose}`)} />
        </div>
      )}
      <div className="activity-form-row">
        <PictureButton
          purpose={purpose}
          label={t(image ? 'common.replaceImage' : 'common.chooseImage')}
          hint={t('activities-backstage:picture.hint', { width, height })}
          onReady={(ready) => edit({ [purpose]: ready })}
        />
        {image && (
          <Button variant="quiet" onClick={() => edit({ [purpose]: null })}>
            {t('common.remove')}
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}
