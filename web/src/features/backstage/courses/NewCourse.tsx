import { useTranslation } from 'react-i18next'
import { courseTitleLength } from '@toile/contracts/courses/courses.constants'
import { textWithin, useApiForm } from '../../../lib/forms/api-form.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { useNavigate } from '../../../lib/router.js'
import { Modal } from '../../../ui/antd/Modal.js'
import { TextField } from '../../../ui/forms/Field.js'
import { backstagePaths } from '../backstage-paths.js'
import { DialogEnd } from '../../../ui/dialogs/DialogEnd.js'
import { storeCollectionTitle } from './collection-title.js'

export function NewCourse({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { form, formProps, field, isBusy } = useApiForm({
    values: { title: '' },
    draftKey: 'new course',
    blamed: 'title',
    send: ({ title }) => backstageApi.createCourse({ title }),
    onSent({ id, title }) {
      storeCollectionTitle(id, title)
      return navigate(backstagePaths.course(id))
    },
  })
  return (
    <Modal title={t('content-backstage:backstageCourses.new')} onClose={close}>
      <form {...formProps}>
        <TextField
          label={t('common.title')}
          hint={t('content-backstage:backstageCourses.newHint')}
          autoFocus
          required
          maxLength={courseTitleLength.max}
          {...field('title', { validate: textWithin(courseTitleLength) })}
        />
        <DialogEnd
          label={t('content-backstage:backstageCourses.make')}
          busy={isBusy}
          disabled={form.watch('title').trim() === ''}
          onCancel={close}
        />
      </form>
    </Modal>
  )
}
