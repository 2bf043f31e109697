export const createExport = 'POST /backstage/exports' as const
export const getExport = 'GET /backstage/exports/:id' as const
export const getExportFile = 'GET /backstage/exports/:id/file' as const
