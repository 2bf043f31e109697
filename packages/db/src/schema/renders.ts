import type { ColumnType, Generated } from 'kysely'
import type { StoredFailure } from '@toile/contracts/failures'
import type { Piece, RenderSettings } from '@toile/contracts/renders/render-plan'
import type { RenderEngine, RenderStatus, RenderType } from '@toile/contracts/renders/renders.constants'
import type { Json } from './json.js'

interface Renders {
  id: string
  /** What people call it by, counted up. */
  number: Generated<number>
  owner_id: string
  work_id: string | null
  /** Of the model; null once that is deleted. */
  upload_id: string | null
  name: string
  type: RenderType
  engine: RenderEngine
  settings: ColumnType<RenderSettings, string, string>
  /** The hash of the model and the settings: the same recipe gives the same pictures. */
  recipe: string
  status: Generated<RenderStatus>
  /** Pictures in all. */
  frames: number
  /** Of one worker, all parts together. */
  estimated_seconds: number
  /** What workers have spent on it. */
  cost_seconds: Generated<number>
  /** Whether it stops after the scout: asked for, reached, or given. */
  approval: Generated<'none' | 'wanted' | 'awaited' | 'given'>
  attempt: Generated<number>
  redrives: Generated<number>
  version: Generated<number>
  failure: Json<StoredFailure | null>
  /** A spin that everyone with its link may turn. */
  shared: Generated<boolean>
  /** Since then only its submitter's share knows of it: its files are gone. */
  deleted_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  finished_at: Date | null
}

interface RenderChunks {
  id: string
  render_id: string
  /** The scout is 0. */
  chunk: number
  scout: Generated<boolean>
  pieces: ColumnType<Piece[], string, string>
  estimated_seconds: number
  attempt: Generated<number>
  redrives: Generated<number>
  version: Generated<number>
  /** When it was handed to the queue; null while it waits. */
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
  /** Order in which they are shown. */
  place: number
  width: number
  height: number
  file_id: string
}

/** Cloud renders with their parts and results. */
export interface RendersTables {
  renders: Renders
  render_chunks: RenderChunks
  render_pieces: RenderPieces
  render_previews: RenderPreviews
  render_outputs: RenderOutputs
}
