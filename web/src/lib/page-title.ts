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

/** Shows the progress of the active uploads before the title, in per cent. `undefined` removes it. */
export function setTitlePercent(value: number | undefined): void {
  percent = value === undefined ? '' : `${value}%`
  show()
}
