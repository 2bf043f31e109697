import en from '../../locales/en/mails.json'
import zhCN from '../../locales/zh-CN/mails.json'
import type { Language } from '../languages.constants.js'
import type { AccountMailKind } from './mails.constants.js'

/** What a mail of one kind says, with `{{name}}` in place of each value. */
interface MailWords {
  subject: string
  before: string[]
  /** The words on the link, where there is one. */
  button?: string
  after: string[]
}

type AllMailWords = Record<AccountMailKind, MailWords> & {
  greeting: string
  footer: string
  copyLink: string
  /** Of a ban: how long it lasts. */
  banEnd: Record<'until' | 'forGood', string>
  /** Of mails that tell of things. */
  news: Record<'open' | 'digest' | 'digestOne' | 'lead' | 'more' | 'why' | 'stop' | 'stopDigest' | 'choose', string>
}

export const mailWords: Record<Language, AllMailWords> = { en, 'zh-CN': zhCN }
