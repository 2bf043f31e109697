/** File names of the levels in the child's folder. */
export const levelFiles = { web: 'web.glb', preview: 'preview.glb', ar: 'ar.glb' } as const
