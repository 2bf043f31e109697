import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'

export type { Logger }

/** Control characters that JSON leaves and a terminal or a viewer acts on: those beyond ASCII's first, and ends of lines beyond LF. */
const CONTROL_CHARACTERS = /[\u007f-\u009f\u2028\u2029]/g

/**
 * Structured logs, one JSON line each (so nothing that a person typed can forge a line), secrets blanked; on stdout
 * unless a destination is given.
 */
export function createLogger(
  name: string,
  level: string,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const options: LoggerOptions = {
    name,
    level,
    hooks: {
      streamWrite: (line) =>
        line.replace(CONTROL_CHARACTERS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
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
  }
  return pino(options, destination)
}

/** Says yes at most once in so long: what callers can bring about as often as they like must not fill the log. */
export function seldom(everyMs: number): () => boolean {
  let lastMs = -Infinity
  return () => {
    const isTime = performance.now() - lastMs > everyMs
    if (isTime) lastMs = performance.now()
    return isTime
  }
}
