import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Language } from '@toile/contracts/languages.constants'
import { categoriesQuery } from './categories.js'

export function useCategoryName(): (slug: string) => string {
  const { i18n } = useTranslation()
  const { data } = useQuery(categoriesQuery)
  return (slug) => {
    if (!data) return '…'
    return data.items.find((one) => one.slug === slug)?.names[i18n.language as Language] ?? slug
  }
}
