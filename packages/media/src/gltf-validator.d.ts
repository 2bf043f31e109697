declare module 'gltf-validator' {
  interface Options {
    uri?: string
    maxIssues?: number
    writeTimestamp?: boolean
    externalResourceFunction?: (uri: string) => Promise<Uint8Array>
  }
  interface Report {
    validatorVersion: string
    issues: {
      numErrors: number
      numWarnings: number
      numInfos: number
      numHints: number
      messages: { code: string; message: string; severity: number; pointer?: string }[]
      truncated: boolean
    }
  }
  export function validateBytes(bytes: Uint8Array, options: Options): Promise<Report>
}
