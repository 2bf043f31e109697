import { countInvitations, listInvitations } from '@toile/db/users/invitations'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

export function invitationHandlers({ config }: Context) {
  return {
    async listInvitations({ db, user, query }) {
      const page = await listInvitations(db, { userId: user.id, limit: query.limit, cursor: query.cursor })
      return {
        items: page.items.map((row) => ({
          serialNumber: row.serialNumber,
          nickname: row.nickname,
          registeredAt: row.registeredAt.toISOString(),
          activated: row.activatedAt !== null,
          activatedAt: row.activatedAt?.toISOString() ?? null,
        })),
        nextCursor: page.nextCursor,
        code: user.invite_code,
        url: `${config.publicUrl}/login/register?refer=${user.invite_code}`,
        ...(await countInvitations(db, user.id)),
      }
    },
  } satisfies Partial<Handlers>
}
