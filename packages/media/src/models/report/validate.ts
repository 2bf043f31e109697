import { validateBytes } from 'gltf-validator'
import type { ModelReport } from '@toile/contracts/models/models'
import type { ModelPackage } from '../package.js'
import { bytesOfUri } from '../uris.js'

const MESSAGES_KEPT = 100

export async function validateModel(model: ModelPackage): Promise<ModelReport> {
  const { validatorVersion, issues } = await validateBytes(model.bytes, {
    maxIssues: MESSAGES_KEPT,
    writeTimestamp: false,
    // The function is async, because the validator reports a rejection as a missing file but stops at an exception.
    externalResourceFunction: async (uri) => bytesOfUri(model, uri),
  })
  return {
    validatorVersion,
    errors: issues.numErrors,
    warnings: issues.numWarnings,
    infos: issues.numInfos,
    hints: issues.numHints,
    truncated: issues.truncated,
    messages: issues.messages.map(({ code, message, severity, pointer = '' }) => ({
      code,
      message,
      severity,
      pointer,
    })),
  }
}
