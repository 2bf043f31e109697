import { redriveMail, stuckMails } from '@toile/db/notifications/mails'
import { redriveStuckThings } from './stuck.js'

export const redriveMails = redriveStuckThings('mail', stuckMails, 'mail.send', redriveMail)
