import type { ReactNode } from 'react'
import { icon } from '../../ui/icons.js'

/** The icons are filled, because outlines are hard to see over moving pictures. The buttons have the labels. */
const filled = (children: ReactNode) => icon(children, { width: 20, height: 20, fill: 'currentColor' })

export const PlayIcon = filled(<path d="M4.5 2.5v11l9-5.5Z" />)
export const PauseIcon = filled(<path d="M4 2.5h3v11H4Zm5 0h3v11H9Z" />)
const speaker = <path d="M2 6h2.5L8 3v10L4.5 10H2Z" />
export const SoundIcon = filled(
  <>
    {speaker}
    <path d="M10 5.2v5.6a3.2 3.2 0 0 0 0-5.6Z" />
  </>,
)
export const MutedIcon = filled(
  <>
    {speaker}
    <path d="m9.6 6.3.9-.9 4.1 4.3-.9.9Zm4.1-.9.9.9-4.1 4.3-.9-.9Z" />
  </>,
)
export const FullIcon = filled(<path d="M2 2h5v1.6H3.6V7H2Zm7 10.4h3.4V9H14v5H9Z" />)
