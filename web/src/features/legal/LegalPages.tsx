import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/Skeleton.js'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import './legal.css'

// The texts are long and read seldom: each language is a file of its own.
const languages: Record<string, () => Promise<LegalTexts>> = {
  en: async () => (await import('../../locales/en/legal.json')).default,
  'zh-CN': async () => (await import('../../locales/zh-CN/legal.json')).default,
}

/** One of the texts. Its headings have ids that are the same in every language, so that a change of it keeps the place. */
function LegalPage({ name }: { name: keyof LegalTexts }) {
  const { t, i18n } = useTranslation()
  const texts = useQuery({
    queryKey: ['legal', i18n.language],
    queryFn: () => languages[i18n.language]!(),
    staleTime: Infinity,
    // Until the other language is there the page stays as long as it was: the place is kept.
    placeholderData: (before: LegalTexts | undefined) => before,
  })
  if (texts.isError) return <LoadFailed text={t('errors.broken')} retry={() => void texts.refetch()} />
  if (!texts.data) return <Skeleton height={2_400} />
  return <Text key={name} text={texts.data[name]} />
}

function Text({ text }: { text: LegalText }) {
  return (
    <article className="legal">
      <PageHeading title={text.title} />
      {text.lead.map((line) => (
        <p key={line} className="legal-lead">
          {line}
        </p>
      ))}
      {text.parts.map(({ id, title, lines }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          {lines.map((line) =>
            typeof line === 'string' ? (
              <p key={line}>{line}</p>
            ) : (
              <ul key={line[0]}>
                {line.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </article>
  )
}

export function TermsPage() {
  return <LegalPage name="terms" />
}

export function PrivacyPage() {
  return <LegalPage name="privacy" />
}

export function AboutPage() {
  return <LegalPage name="about" />
}

const ApiCalls = lazy(() => import('../api/ApiCalls.js'))

/** All calls of the API. It has no entry of its own among the pages' files, whose names the first page would have to know. */
export function ApiPage() {
  return (
    <Suspense fallback={<Skeleton height={2_400} />}>
      <ApiCalls />
    </Suspense>
  )
}

/** A text of some pages. A line is a paragraph, or a list where it is an array. */
interface LegalText {
  title: string
  lead: string[]
  parts: { id: string; title: string; lines: (string | string[])[] }[]
}

interface LegalTexts {
  terms: LegalText
  privacy: LegalText
  about: LegalText
}
