import { icon } from '../../ui/icons.js'

export const BinIcon = icon(<path d="M2.5 4.2h11M6 4.2V2.5h4v1.7M4 4.2l.7 9.3h6.6l.7-9.3M6.6 6.8v4.2M9.4 6.8v4.2" />)
