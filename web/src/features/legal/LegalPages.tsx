import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/Skeleton.js'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import './legal.css'

// The texts are loaded on demand, in one chunk per language, because they are long and rarely read.
const languages: Record<string, () => Promise<LegalTexts>> = {
  en: async () => (await import('../../locales/en/legal.json')).default,
  'zh-CN': async () => (await import('../../locales/zh-CN/legal.json')).default,
}

/** The ids of sections are the same in every language, so a change of language keeps the scroll position. */
function LegalPage({ name }: { name: keyof LegalTexts }) {
  const { t, i18n } = useTranslation()
  const texts = useQuery({
    queryKey: ['legal', i18n.language],
    queryFn: () => languages[i18n.language]!(),
    staleTime: Infinity,
    // The previous texts stay until the other language is loaded, so the page keeps its length and scroll position.
    placeholderData: (before: LegalTexts | undefined) => before,
  })
  if (texts.isError) return <LoadFailed text={t('errors.broken')} of={texts} reason="" />
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

/** This page is part of this module, because each further page module would add a file name to the shell. */
export function ApiPage() {
  return (
    <Suspense fallback={<Skeleton height={2_400} />}>
      <ApiCalls />
    </Suspense>
  )
}

/** In `lines`, a string is a paragraph and an array is a list. */
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
