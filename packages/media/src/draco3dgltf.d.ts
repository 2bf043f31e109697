declare module 'draco3dgltf' {
  const draco: {
    createDecoderModule(): Promise<object>
    createEncoderModule(): Promise<object>
  }
  export default draco
}
