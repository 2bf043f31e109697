declare module 'draco3dgltf' {
  const draco: {
    createDecoderModule(options: { wasmBinary: Uint8Array }): Promise<object>
    createEncoderModule(): Promise<object>
  }
  export default draco
}
