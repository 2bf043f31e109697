import type { ColumnType, Generated } from 'kysely'
import type { StoredFailure } from '@toile/contracts/failures'
import type { Piece, RenderSettings } from '@toile/contracts/renders/render-plan'
import type { RenderEngine, RenderStatus, RenderType } from '@toile/contracts/renders/renders.constants'
import type { Json } from './json.js'

interface Renders {
  id: string
  /** Sequential number for users. */
  number: Generated<number>
  owner_id: string
  work_id: string | null
  /** The model's upload; null once it is deleted. */
  upload_id: string | null
  name: string
  type: RenderType
  engine: RenderEngine
  settings: ColumnType<RenderSettings, string, string>
  /** Hash of `RECIPE_VERSION`, the model and the settings. Renders with equal recipes have equal images. */
  recipe: string
  status: Generated<RenderStatus>
  frames: number
  /** Estimated worker time of all chunks together. */
  estimated_seconds: number
  cost_seconds: Generated<number>
  /** Whether the render pauses after the scout (a draft preview): it does not, will pause, is paused, was approved. */
  approval: Generated<'none' | 'wanted' | 'awaited' | 'given'>
  attempt: Generated<number>
  redrives: Generated<number>
  version: Generated<number>
  failure: Json<StoredFailure | null>
  shared: Generated<boolean>
  /** A deleted render has no files and only counts against its owner's fair share. */
  deleted_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  finished_at: Date | null
}

interface RenderChunks {
  id: string
  render_id: string
  /** 0 for the scout; the others count from 1. */
  chunk: number
  scout: Generated<boolean>
  pieces: ColumnType<Piece[], string, string>
  estimated_seconds: number
  attempt: Generated<number>
  redrives: Generated<number>
  version: Generated<number>
  /** When the chunk was admitted; null while it waits. */
  released_at: Date | null
  stored_at: Date | null
  worker: string | null
  cost_seconds: Generated<number>
}

interface RenderPieces {
  render_id: string
  piece: string
  file_id: string
}

interface RenderPreviews {
  render_id: string
  file_id: string
  samples: number
  created_at: Generated<Date>
}

interface RenderOutputs {
  render_id: string
  name: string
  place: number
  width: number
  height: number
  file_id: string
}

export interface RendersTables {
  renders: Renders
  render_chunks: RenderChunks
  render_pieces: RenderPieces
  render_previews: RenderPreviews
  render_outputs: RenderOutputs
}
