export const paths = {
  createExport: 'POST /backstage/exports',
  getExport: 'GET /backstage/exports/:id',
  getExportFile: 'GET /backstage/exports/:id/file',
} as const
