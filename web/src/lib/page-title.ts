import { useEffect } from 'react'

let page = ''
let percent = ''

function show(): void {
  document.title = [percent, page, 'Toile'].filter(Boolean).join(' · ')
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    page = title
    show()
  }, [title])
}

/** Prefixes the title with an upload's percentage. The value undefined removes the prefix. */
export function setTitlePercent(value: number | undefined): void {
  percent = value === undefined ? '' : `${value}%`
  show()
}
