import { useEffect } from 'react'

// The tab's title is made of two parts that change apart: the page's name, and the percent of a running upload.
let page = ''
let percent = ''

function show(): void {
  document.title = [percent, page, 'Toile'].filter(Boolean).join(' · ')
}

/** Names the page in the tab and in history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    page = title
    show()
  }, [title])
}

/** Puts the upload's percent before the page's name; undefined takes it away. */
export function setTitlePercent(value: number | undefined): void {
  percent = value === undefined ? '' : `${value}%`
  show()
}
