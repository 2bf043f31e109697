/** Where the script that prepares a model puts its levels. */
export const levelFiles = { web: 'web.glb', preview: 'preview.glb', ar: 'ar.glb' } as const
