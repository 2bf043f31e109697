import en from '../../locales/en/mails.json'
import zhCN from '../../locales/zh-CN/mails.json'
import type { Language } from '../languages.constants.js'
import type { AccountMailKind } from './mails.constants.js'

interface MailWords {
  subject: string
  before: string[]
  button?: string
  after: string[]
}

type AllMailWords = Record<AccountMailKind, MailWords> & {
  greeting: string
  footer: string
  copyLink: string
  banEnd: Record<'until' | 'forGood', string>
  news: Record<'open' | 'digest' | 'digestOne' | 'lead' | 'more' | 'why' | 'stop' | 'stopDigest' | 'choose', string>
}

export const mailWords: Record<Language, AllMailWords> = { en, 'zh-CN': zhCN }
