import { useTranslation } from 'react-i18next'
import { MAX_INTRO_LENGTH, titleLength } from '@toile/contracts/works/works.constants'
import { ResendMail } from '../../login/verification/ResendMail.js'
import type { PublishRequirement } from './draft.js'

export function MissingRequirements({ needs, uploadFailed }: { needs: PublishRequirement[]; uploadFailed: boolean }) {
  const { t } = useTranslation()
  const words = (need: PublishRequirement): string => {
    if (need === 'title') return t('work.need.title', titleLength)
    if (need === 'intro') return t('work.need.intro', { max: MAX_INTRO_LENGTH })
    if (need === 'upload' && uploadFailed) return t('work.need.otherUpload')
    return t(`work.need.${need}`)
  }
  return (
    <div id="publish-needs" className="publish-needs">
      {needs.length > 0 && (
        <>
          <p>{t('work.beforePublish')}</p>
          <ul>
            {needs.map((need) => (
              <li key={need}>
                {need === 'email' ? (
                  <>
                    {words(need)} <ResendMail />
                  </>
                ) : (
                  <a
                    href={`#${need}`}
                    onClick={(event) => {
                      event.preventDefault()
                      focusRequirement(need)
                    }}
                  >
                    {words(need)}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const coverSelectors = ['.covers input', '.covers button', '.covers']
const stageSelectors = ['.rail h2']
/** CSS selectors by the name of a requirement or of a field that the server refused. The first match gets the focus. */
const selectors: Record<string, string[]> = {
  title: ['[name=title]'],
  intro: ['[name=intro]'],
  categories: ['.choices input[type=checkbox]'],
  tags: ['.tags > input'],
  cover: coverSelectors,
  coverId: coverSelectors,
  content: ['.add-medium button'],
  upload: stageSelectors,
  pictures: ['.picture-button [aria-busy=true]'],
  uploadId: stageSelectors,
  videoUploadId: stageSelectors,
}

export function focusRequirement(need: string): void {
  const field = selectors[need]?.map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean)
  if (!field) return
  field.scrollIntoView({ block: 'center', behavior: 'smooth' })
  field.focus({ preventScroll: true })
}
