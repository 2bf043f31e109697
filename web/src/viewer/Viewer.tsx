export interface ViewerWords {
  label?: string
}
export default function Viewer(_: { modelUrl: string; bytes: number; posterUrl: string; label: string; words: ViewerWords }) {
  return <canvas width={10} height={10} />
}
