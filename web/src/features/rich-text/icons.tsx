import { icon } from '../../ui/icons.js'

const letter = (text: string, style: object) =>
  icon(
    <text x="8" y="12.5" textAnchor="middle" fontSize="12" fill="currentColor" stroke="none" style={style}>
      {text}
    </text>,
  )

export const editorIcons = {
  h2: letter('H2', { fontWeight: 600, fontSize: 11 }),
  h3: letter('H3', { fontWeight: 500, fontSize: 9.5 }),
  bold: letter('B', { fontWeight: 700 }),
  italic: letter('I', { fontStyle: 'italic', fontFamily: 'serif', fontSize: 14 }),
  strike: icon(
    <path d="M2.5 8h11M11 5.2C10.6 3.9 9.5 3.3 8 3.3c-1.7 0-3 .8-3 2.2 0 .5.2.9.5 1.2M5 10.6c.3 1.3 1.5 2.1 3.1 2.1 1.7 0 3-.9 3-2.3 0-.3 0-.5-.1-.7" />,
  ),
  bulletList: icon(
    <>
      <path d="M6 4h8M6 8h8M6 12h8" />
      <path d="M2.5 4h.01M2.5 8h.01M2.5 12h.01" strokeWidth="2.2" />
    </>,
  ),
  orderedList: icon(
    <>
      <path d="M6.5 4H14M6.5 8H14M6.5 12H14" />
      <path d="M2 3.2 3 2.5V5.7M1.9 10.8c.2-.7 1.9-.8 1.9.3 0 .8-1.9 1.3-1.9 2.4h2" strokeWidth="1" />
    </>,
  ),
  blockquote: icon(<path d="M3 3.5v9M6.5 5H14M6.5 8H14M6.5 11h5" />),
  link: icon(
    <>
      <path d="M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.9.9" />
      <path d="M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.2 9.1a2.6 2.6 0 0 0 3.7 3.7l.9-.9" />
    </>,
  ),
  image: icon(
    <>
      <rect x="2" y="3" width="12" height="10" rx="1" />
      <circle cx="5.5" cy="6.3" r="1.1" />
      <path d="m2.5 12 3.5-3.5 2.2 2.2L11 8l3 3" />
    </>,
  ),
  undo: icon(<path d="M5.5 3 2.5 6l3 3M2.8 6H10a3.5 3.5 0 0 1 0 7H6.5" />),
  redo: icon(<path d="m10.5 3 3 3-3 3M13.2 6H6a3.5 3.5 0 0 0 0 7h3.5" />),
}

export type Tool = keyof typeof editorIcons

const groups: readonly (readonly Tool[])[] = [
  ['h2', 'h3'],
  ['bold', 'italic', 'strike'],
  ['bulletList', 'orderedList', 'blockquote'],
  ['link', 'image'],
  ['undo', 'redo'],
]

export const toolGroups = (isPlain: boolean) => (isPlain ? groups.slice(-1) : groups)
