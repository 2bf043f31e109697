/** Placeholder replaced by the media slice. */
export interface ModelFacts {
  triangles: number
}
export interface ModelReport {
  errors: number
}
