import type { ColumnType, Generated } from 'kysely'

export type FileKind = 'original' | 'model' | 'image' | 'video' | 'archive' | 'captions' | 'export'

interface Files {
  id: string
  owner_id: string
  kind: FileKind
  key: string
  content_type: string
  bytes: number
  sha256: string | null
  state: 'pending' | 'stored' | 'deleted'
  public: Generated<boolean>
  network_hash: Generated<Buffer | null>
  created_at: Generated<Date>
}

interface TableExports {
  id: string
  owner_id: string
  table_name: string
  query: ColumnType<Record<string, string | number | boolean>, string, string>
  columns: string[]
  state: Generated<'waiting' | 'ready' | 'failed'>
  row_count: Generated<number>
  cut: Generated<boolean>
  file_id: string | null
  attempt: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  ready_at: Date | null
}

export interface FilesTables {
  files: Files
  table_exports: TableExports
}
