import type { Activation, Device } from '@toile/contracts/software/devices'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import { LEASE_SECONDS } from '@toile/contracts/software/software.constants'
import { cleanText } from '@toile/contracts/texts'
import { findEntitlement } from '@toile/db/software/codes'
import {
  activationTable,
  bindDevice,
  endActivation,
  findActivation,
  listDevices,
  renewLease,
  unbindDevice,
  type ActivationRow,
  type DeviceRow,
} from '@toile/db/software/devices'
import { readTable } from '@toile/db/table'
import { hashToken, newToken } from '@toile/runtime/one-time-tokens'
import { bulk } from '../../http/bulk.js'
import { entitlementView } from '../../views/codes.js'
import type { Handlers } from '../../http/register-routes.js'

// Control, format and surrogate characters. No computer's name needs them, and a control character breaks a log line.
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu

const deviceView = (row: DeviceRow): Device => ({
  id: row.id,
  name: row.name,
  boundAt: row.boundAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
})

export function deviceHandlers() {
  return {
    async listDevices({ db, user }) {
      return { items: (await listDevices(db, user.id)).map(deviceView), nextCursor: null }
    },

    async unbindDevice({ db, user, sessionId, params: { id } }) {
      await unbindDevice(db, { id, actorId: user.id, keepSession: sessionId })
    },

    async activate({ db, user, sessionId, body }) {
      const name = cleanText(body.deviceName.replace(UNREADABLE, ''))
      if (!name) throw invalidInput({ deviceName: [{ code: 'FIELD_REQUIRED' }] })
      if (body.deviceId !== body.deviceId.replace(UNREADABLE, '').trim())
        throw invalidInput({ deviceId: [{ code: 'FIELD_INVALID' }] })
      const { token: deviceToken, hash: tokenHash } = newToken()
      const { device, firstSignIn } = await bindDevice(db, {
        userId: user.id,
        deviceId: body.deviceId,
        name,
        tokenHash,
        sessionId: sessionId!,
      })
      return {
        device: deviceView(device),
        deviceToken,
        entitlement: entitlementView(await findEntitlement(db, user.id)),
        firstSignIn,
        renewAfterSeconds: LEASE_SECONDS,
      }
    },

    async renewLease({ db, body }) {
      const device = await renewLease(db, hashToken(body.deviceToken))
      if (!device) throw new ToileError('UNAUTHENTICATED')
      const entitlement = entitlementView(await findEntitlement(db, device.userId))
      return { device: deviceView(device), entitlement, renewAfterSeconds: LEASE_SECONDS }
    },
  } satisfies Partial<Handlers>
}

const activationView = (row: ActivationRow): Activation => ({
  ...row,
  boundAt: row.boundAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  unboundAt: row.unboundAt?.toISOString() ?? null,
})

export function backstageActivationHandlers() {
  return {
    async listActivations({ db, query }) {
      const { items, total } = await readTable<ActivationRow, typeof query>(db, activationTable, query)
      return { items: items.map(activationView), total }
    },

    async endActivation({ db, user, sessionId, params: { id }, body: { reason } }) {
      await endActivation(db, { id, actorId: user.id, keepSession: sessionId, reason })
      return activationView((await findActivation(db, id))!)
    },

    endActivations: (call) =>
      bulk(call, (trx, target) => endActivation(trx, { ...target, keepSession: call.sessionId })),
  } satisfies Partial<Handlers>
}
