import type { FindingCode } from './models.constants.js'

/** What a report says of a model, in English; `{{name}}` is a parameter. */
export const findingWordsEn: Record<FindingCode, string> = {
  converted: 'The {{format}} file was converted to glTF, which every browser can show. Your original is kept.',
  unitFromFile: 'Its longest side of {{length}} units became {{centimetres}} cm, as the file says.',
  unitFromSize:
    'The file does not say which unit it uses. Judged by the size of real clothes, its longest side of {{length}} units became {{centimetres}} cm.',
  unitCorrected: 'Its longest side of {{length}} units became {{centimetres}} cm, as you set it.',
  turnedUpright: 'In the file the {{axis}} axis points up. The garment was stood upright.',
  normalsMade: 'The file does not say how the surface is shaded, so it was smoothed.',
  texturesShrunk: 'For the web, textures were reduced to {{px}} pixels a side: {{count}}.',
  betaFormat: 'Support for {{format}} is a beta: compare the picture with your original.',
  animationsLost: 'Its animation cannot be read, so the garment stands still. Bake the animation when you export.',
  avatarStandsStill:
    'This VRM avatar is shown as a plain 3D model: without its cartoon shading, moving hair and facial expressions. Your original is kept.',
  otherModels: 'The archive holds more than one model. {{name}} is shown; left aside: {{names}} ({{count}} in all).',
  filesLeftAside: 'The model does not use these files of the archive: {{names}} ({{count}} in all).',
  texturesMissing:
    'These textures did not come with the file: {{names}}. Pack them with the model into one .zip and upload it again.',
  texturesSubstituted: 'In place of pictures that did not come, those of the same name were taken: {{names}}.',
  texturesUnreadable:
    'These textures cannot be read, so the model is shown without them: {{names}}. Save them as PNG or JPEG and upload the model again.',
  opacityMapLost:
    'A separate opacity map could not be used, so those parts are opaque. Put it into the alpha channel of the colour texture and upload the model again.',
  wrongScale:
    'The garment is {{sizeCm}} cm long. It was probably meant to be {{likelyCm}} cm: check the unit when you export.',
  unusuallyLarge: 'It is {{sizeCm}} cm long, which is unusually large for a garment: check the unit when you export.',
  unusuallySmall:
    'It is only {{sizeCm}} cm long, which is unusually small for a garment: check the unit when you export.',
  tooManyTriangles:
    '{{triangles}} triangles are a lot for phones. Export with a larger particle distance, or simplify to about {{goal}}.',
  tooManyParts:
    'The garment is in {{parts}} parts, each drawn by itself. Join those of one material, to fewer than {{goal}}.',
  noUvs:
    'No UV map on {{parts}} of {{all}} parts, so fabric cannot be laid on them. Unfold the pattern pieces before you export.',
  normalsFlipped: '{{percent}}% of the surface is shaded from the wrong side. Recalculate the normals outwards.',
  insideOut: 'The surface faces inwards, as if the garment were inside out. Flip the normals.',
  glossConverted:
    'Materials in the older specular and gloss format were turned into metalness and roughness: {{count}}.',
  textureHuge:
    'A texture of {{px}} pixels takes {{megabytes}} MB of graphics memory. 2,048 pixels are enough on the web, 4,096 for close-ups.',
  metalLook:
    'The material "{{name}}" is set to metal (materials like it: {{count}}), so the cloth looks grey and dull. Set metalness to 0.',
}
