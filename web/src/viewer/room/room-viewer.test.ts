import t from '@toile/testing/tap'
import { sceneViewerLink } from './room-viewer.js'

const fileOf = (link: string) => new URL(link.split('#')[0]!.replace('intent:', 'https:')).searchParams.get('file')!

t.test("offers Android's viewer only files that it can read", async (t) => {
  const about = {
    modelUrl: 'https://toile.example/files/1/model.glb?a=1&b=2',
    arUrl: undefined,
    title: 'Dress & coat',
    pageUrl: 'https://toile.example/project/1',
  }
  const packed = ['EXT_meshopt_compression']
  t.equal(sceneViewerLink({ ...about, requires: packed }), null, 'of before it was made')
  const arUrl = 'https://toile.example/files/2/ar.glb'
  t.equal(fileOf(sceneViewerLink({ ...about, arUrl, requires: packed })!), arUrl)
  const link = sceneViewerLink({ ...about, arUrl, requires: ['KHR_mesh_quantization'] })!
  t.equal(fileOf(link), about.modelUrl)
  const [address, intent] = link.split('#Intent;')
  t.equal(new URL(address!.replace('intent:', 'https:')).searchParams.get('title'), 'Dress & coat')
  t.match(intent, 'package=com.google.android.googlequicksearchbox;')
  t.match(intent, `S.browser_fallback_url=${encodeURIComponent(about.pageUrl)};`)
})
