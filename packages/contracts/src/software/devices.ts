import { Type, type Static } from 'typebox'
import { Entitlement } from './codes.js'
import { declareRoutes } from '../route.js'
import { Id, Nullable, PageOf, StrictObject, TableOf, Text, Time, WrittenText } from '../shapes.js'
import { activationColumns, MAX_DEVICE_ID_LENGTH, MAX_DEVICE_NAME_LENGTH } from './software.constants.js'
import { BulkResponse, bulkBody, Reason, tableQuery } from '../backstage/tables.js'
import { paths as backstagePaths } from './devices-backstage.paths.js'
import { paths } from './devices.paths.js'

export const Device = StrictObject({
  id: Id,
  name: Text(MAX_DEVICE_NAME_LENGTH),
  boundAt: Time,
  lastSeenAt: Time,
})
export type Device = Static<typeof Device>

/** A user's binding to a device. The activation stays in the list after the device is unbound. */
export const Activation = StrictObject({
  id: Id,
  user: StrictObject({ id: Id, name: Text(64) }),
  deviceName: Text(MAX_DEVICE_NAME_LENGTH),
  boundAt: Time,
  lastSeenAt: Time,
  unboundAt: Nullable(Time),
})
export type Activation = Static<typeof Activation>

export const routes = declareRoutes(
  { ...paths, ...backstagePaths },
  {
    listDevices: {
      summary: 'Lists the caller’s bound devices on one page, last seen first',
      access: 'user',
      response: PageOf(Device),
    },
    unbindDevice: {
      summary: 'Unbinds a device and immediately ends its token and session',
      access: 'owner',
      owns: 'device',
      rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    },
    activate: {
      summary: 'Signs the desktop software in: binds the device, or renews the token of a bound one',
      access: 'user',
      rate: [{ calls: 30, windowSeconds: 60, by: ['user'] }],
      body: StrictObject({
        /** The software chooses this id. It is the same at each start on the device. */
        deviceId: Type.String({ minLength: 1, maxLength: MAX_DEVICE_ID_LENGTH }),
        deviceName: WrittenText({ min: 1, max: MAX_DEVICE_NAME_LENGTH }),
      }),
      response: StrictObject({
        device: Device,
        /** Token for `POST /studio/lease`. It replaces the caller's previous token for this device. */
        deviceToken: Text(64),
        entitlement: Nullable(Entitlement),
        /** Whether this is the user's first sign-in with the software on any device. */
        firstSignIn: Type.Boolean(),
        renewAfterSeconds: Type.Integer(),
      }),
    },
    renewLease: {
      summary: 'Checks a bound device and returns its user’s entitlement; 401 once unbound',
      access: 'public',
      rate: [{ calls: 600, windowSeconds: 60, by: ['address'] }],
      body: StrictObject({
        deviceToken: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', minLength: 43, maxLength: 43 }),
      }),
      response: StrictObject({ device: Device, entitlement: Nullable(Entitlement), renewAfterSeconds: Type.Integer() }),
    },
    listActivations: {
      summary: 'Lists activations of the software, last bound first; `q` searches user and device',
      access: 'admin',
      query: tableQuery(activationColumns, { bound: Type.Optional(Type.Boolean()) }),
      response: TableOf(Activation),
    },
    endActivation: {
      summary: 'Unbinds a user’s device; does not count towards the user’s own limit',
      access: 'admin',
      body: StrictObject({ reason: Reason }),
      response: Activation,
    },
    endActivations: {
      summary: 'Unbinds several devices',
      access: 'admin',
      body: bulkBody({ reason: Reason }),
      response: BulkResponse,
    },
  },
)
