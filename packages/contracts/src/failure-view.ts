import type { Static } from 'typebox'
import type { StoredFailure } from './failures.js'
import type { Language } from './languages.constants.js'
import type { Failure } from './shapes.js'
import { messageText } from './words.js'

export function failureView({ code, params }: StoredFailure, language: Language): Static<typeof Failure> {
  return { code, params, message: messageText(code, params, language) }
}
