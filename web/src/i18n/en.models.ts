import { findingWordsEn } from '@toile/contracts/models/finding-words.en.constants'
/** The words of what was found in a 3D file. */
export const enModels = {
  closed: {
    title: 'Download only',
    why: 'Only {{program}} can open a .{{format}} file, so this garment cannot be turned around here.',
    mine: 'Whoever sees the work may download the file. For a 3D view, export it as .glb and upload that instead.',
    download: 'Download .{{format}} ({{size}})',
    cover: 'Nobody but its own program can draw this file. Upload a picture of the garment here.',
  },
  report: {
    title: 'Model report',
    advice: 'Worth improving',
    fixed: 'Put right for you',
    note: 'Good to know',
    good: 'Nothing to improve: this model is ready for the web.',
    figures: 'All figures',
    size: 'Real size',
    sizeCm: '{{width}} × {{height}} × {{depth}} cm',
    triangles: 'Triangles',
    vertices: 'Points',
    parts: 'Parts drawn one by one',
    materials: 'Materials',
    textures: 'Textures',
    texture: 'Texture {{number}}',
    memory: 'Graphics memory',
    bytes: 'File size',
    bytesBefore: '{{before}}, {{after}} on the web',
    animations: 'Animations',
    colourways: 'Colourways',
    findings: findingWordsEn,
  },
}
export type ModelsWords = typeof enModels
