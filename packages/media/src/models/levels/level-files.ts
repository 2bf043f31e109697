export const levelFiles = { web: 'web.glb', preview: 'preview.glb', ar: 'ar.glb' } as const
