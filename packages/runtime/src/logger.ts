import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'

export type { Logger }

/** Characters that JSON does not escape but terminals act on: DEL, C1 controls, and Unicode's line separators. */
const CONTROL_CHARACTERS = /[\u007f-\u009f\u2028\u2029]/g

/** Writes one JSON line per entry, so that user text cannot forge a line. Redacts the fields listed below. */
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
        // Our code logs none of these fields, but libraries do at the level `trace`.
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

/** Returns a function that returns true at most once per interval, so that callers cannot flood the log. */
export function oncePer(intervalMs: number): () => boolean {
  let lastMs = -Infinity
  return () => {
    const isTime = performance.now() - lastMs > intervalMs
    if (isTime) lastMs = performance.now()
    return isTime
  }
}
