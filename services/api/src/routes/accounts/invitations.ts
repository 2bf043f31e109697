import type { invitationRoutes } from '@toile/contracts/users/invitations'
import { countInvitations, listInvitations } from '@toile/db/users/invitations'
import type { Config } from '@toile/runtime/config'
import type { HandlersOf } from '../../http/register-routes.js'

const PAGE = 24

export function invitationHandlers({ config }: { config: Config }): HandlersOf<typeof invitationRoutes> {
  return {
    async listInvitations({ db, user, query }) {
      const page = await listInvitations(db, { userId: user.id, limit: query.limit ?? PAGE, cursor: query.cursor })
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
  }
}
