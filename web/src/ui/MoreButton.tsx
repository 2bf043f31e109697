import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.js'

interface MoreButtonProps {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  label?: string
  className?: string
}

export function MoreButton({ list, label, className }: MoreButtonProps) {
  const { t } = useTranslation()
  if (!list.hasNextPage) return null
  return (
    <Button className={className} busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {label ?? t('home.more')}
    </Button>
  )
}
