import pino, { type Logger } from 'pino'

export type { Logger }

/** What JSON lets stand and a terminal or a viewer obeys: control signs beyond ASCII's first, ends of lines beyond LF. */
const OBEYED = /[\u007f-\u009f\u2028\u2029]/g

/** Structured logs, one JSON line each (so nothing that a person typed can forge a line), secrets blanked. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    hooks: {
      streamWrite: (line) => line.replace(OBEYED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    },
    redact: {
      paths: [
        // Also of what a library says at the level trace, as the reader of forms does.
        '*.headers.authorization',
        '*.headers.cookie',
        '*.password',
        '*.currentPassword',
        '*.passwordConfirmation',
        '*.token',
      ],
      censor: '[hidden]',
    },
  })
}
