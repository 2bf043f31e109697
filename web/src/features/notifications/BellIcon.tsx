import { icon } from '../../ui/icons.js'

export const BellIcon = icon(<path d="M3 11.5h10L11.9 9.6V7a3.9 3.9 0 0 0-7.8 0v2.6ZM6.6 13.7a1.6 1.6 0 0 0 2.8 0" />)
