import pino, { type Logger } from 'pino'

export type { Logger }

/** Structured logs, one JSON line each (so nothing that a person typed can forge a line), secrets blanked. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        '*.password',
        '*.currentPassword',
        '*.passwordConfirmation',
        '*.token',
      ],
      censor: '[hidden]',
    },
  })
}
