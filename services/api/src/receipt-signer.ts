import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'
import type { Config } from '@toile/runtime/config'

export type Signer = ReturnType<typeof createSigner>

/** PKCS #8 prefix of an Ed25519 private key (RFC 8410, section 7). The 32 bytes of the key follow the prefix. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derives the key from the secret, so that all API processes have the same key and none is stored. */
export function createSigner({ secret }: Pick<Config, 'secret'>) {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'contest receipts', 32))
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key)
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (text: string) => sign(null, Buffer.from(text), key).toString('base64'),
    isGood: (text: string, signature: string) =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
  }
}
