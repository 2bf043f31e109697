import { listSessions } from '@toile/db/sessions/sessions'
import { userCommand } from './user-of.js'

export const userShow = userCommand('show', async (db, user) => {
  const sessions = await listSessions(db, user.id)
  return [
    `id        ${user.id}`,
    `username  ${user.username}`,
    `shown as  ${user.nickname || user.username}`,
    `email     ${user.email ?? 'none'}${user.email_verified_at ? '' : ', not confirmed'}`,
    `group     ${user.group}${user.demo ? ', demo account' : ''}`,
    `language  ${user.language}`,
    `signed in ${sessions.length} times`,
  ].join('\n')
})
