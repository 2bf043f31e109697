import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { courseTitleLength } from '@toile/contracts/courses/courses.constants'
import { FAILED } from '../../../lib/request.js'
import { useNavigate } from '../../../lib/router.js'
import { Button } from '../../../ui/Button.js'
import { useFormDraft } from '../../../lib/form-drafts.js'
import { Modal } from '../../../ui/antd/Modal.js'
import { TextField } from '../../../ui/forms/Field.js'
import { Form } from '../../../ui/forms/Form.js'
import { backstagePaths } from '../backstage-paths.js'
import { storeCollectionTitle } from './collection-title.js'
import { createCourse } from './use-backstage-course.js'

/** Asks for a title and makes a course that only administrators see; all else is filled in on its page. */
export function NewCourse({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [title, setTitle] = useFormDraft('new course', '')
  const [errors, setErrors] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  async function make() {
    setBusy(true)
    const result = await createCourse(title)
    setBusy(false)
    if (result.code === FAILED) return setErrors(result.fields['title'] ?? [result.message])
    setTitle('')
    storeCollectionTitle(result.data.title)
    await navigate(backstagePaths.course(result.data.id))
  }
  return (
    <Modal title={t('content-backstage:backstageCourses.new')} onClose={close}>
      <Form submit={make}>
        <TextField
          label={t('content-backstage:backstageCourses.title')}
          hint={t('content-backstage:backstageCourses.newHint')}
          errors={errors}
          autoFocus
          required
          minLength={courseTitleLength.min}
          maxLength={courseTitleLength.max}
          value={title}
          onChange={(event) => {
            setTitle(event.target.value)
            setErrors([])
          }}
        />
        <div className="dialog-end">
          <Button onClick={close}>{t('backstage:action.cancel')}</Button>
          <Button type="submit" variant="filled" busy={isBusy} disabled={title.trim() === ''}>
            {t('content-backstage:backstageCourses.make')}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
