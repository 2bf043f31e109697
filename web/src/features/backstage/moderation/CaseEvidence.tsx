import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseDetails } from '@toile/contracts/moderation/moderation'
import { formatTime } from '../../../ui/format.js'

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="case-part">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** Shows what each reporter saw and wrote. Omits a text or picture that is the same as in the report before. */
export function CaseEvidence({ of: { evidence } }: { of: CaseDetails }) {
  const { t } = useTranslation()
  if (evidence.length === 0) return null
  return (
    <Part title={t('moderation-backstage:moderation.evidence')}>
      {evidence.map(({ id, text, imageUrl, reason, reporter, at }, index) => {
        const before = evidence[index - 1]
        const isNew = text !== before?.text
        return (
          <article key={id} className="case-report">
            {isNew &&
              (text === null ? (
                <p className="muted">{t('moderation-backstage:moderation.noEvidence')}</p>
              ) : (
                <Words text={text} />
              ))}
            {imageUrl && imageUrl !== before?.imageUrl && <img className="case-picture" src={imageUrl} alt="" />}
            <p className="case-words case-reason">{reason}</p>
            <p className="muted">
              {t('moderation-backstage:moderation.by', { name: reporter.name, time: formatTime(at) })}
            </p>
          </article>
        )
      })}
    </Part>
  )
}

/** Shows the content as it is now. Its text and picture appear only if the text differs from the latest report's. */
export function CaseNow({ of: { current, evidence, subjectKind } }: { of: CaseDetails }) {
  const { t } = useTranslation()
  const isSame = current !== null && current.text === evidence.at(-1)?.text
  return (
    <Part title={t('moderation-backstage:moderation.now')}>
      {!current && (
        <p className="muted">
          {t(
            subjectKind === 'message'
              ? 'moderation-backstage:moderation.noReader'
              : 'moderation-backstage:moderation.gone',
          )}
        </p>
      )}
      {current && (
        <>
          <p className="case-standing" data-standing={current.standing}>
            {t(`moderation-backstage:moderation.standing.${current.standing as 'shown'}`)}
          </p>
          {isSame ? (
            <p className="muted">{t('moderation-backstage:moderation.same')}</p>
          ) : (
            <Words text={current.text} />
          )}
          {current.imageUrl && !isSame && <img className="case-picture" src={current.imageUrl} alt="" />}
        </>
      )}
    </Part>
  )
}

const Words = ({ text }: { text: string }) => (
  <p className="case-words" dir="auto">
    {text.trim()}
  </p>
)
