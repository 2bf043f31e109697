import { tryPort } from '@toile/runtime/ports'
import { StartupError } from './startup-error.js'

/** Throws StartupError unless the port is free on `host`. */
export async function takePort(port: number, host: string): Promise<void> {
  await tryPort(port, host).catch((error: NodeJS.ErrnoException) => {
    if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code!))
      throw new StartupError(`HOST=${host} is no address of this machine: use one that is, or 0.0.0.0 for all.`)
    const other = `PORT=${port < 1024 ? 8080 : port + 10} npm start`
    if (error.code === 'EADDRINUSE')
      throw new StartupError(
        `Port ${port} is taken by another program: stop that one, or choose another port: ${other}`,
      )
    throw new StartupError(`Port ${port} cannot be used (${error.code}); choose another: ${other}`)
  })
}

/** PORT, or 8080. @throws StartupError for an invalid PORT */
export function wantedPort(): number {
  const port = Number(process.env['PORT'] || 8080)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new StartupError(`PORT must be a whole number from 1 to 65535, not "${process.env['PORT']}".`)
}
