import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import type { Language } from '@toile/contracts/languages.constants'
import enFindings from '../../../packages/contracts/locales/en/findings.json'
import zhCNFindings from '../../../packages/contracts/locales/zh-CN/findings.json'
import { namespaceOptions } from '../i18n/namespaces.js'
import enPages from '../locales/en/pages.json'
import enShell from '../locales/en/shell.json'
import zhCNPages from '../locales/zh-CN/pages.json'
import zhCNShell from '../locales/zh-CN/shell.json'

// Tests render components to HTML once. This needs no browser and runs no effects.

export async function startWords(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: {
      en: { shell: enShell, pages: enPages, findings: enFindings },
      'zh-CN': { shell: zhCNShell, pages: zhCNPages, findings: zhCNFindings },
    },
    ...namespaceOptions,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
}

export async function htmlOf(element: ReactElement, language: Language = 'en'): Promise<string> {
  await i18next.changeLanguage(language)
  const withQueries = createElement(QueryClientProvider, { client: new QueryClient() }, element)
  return renderToStaticMarkup(createElement(MemoryRouter, null, withQueries))
}

/** Texts of all elements with this tag. They must not contain each other: a match ends at the first closing tag. */
export const textsOf = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(([, inner]) => textOf(inner!))

export const textOf = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
