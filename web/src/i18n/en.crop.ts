/** Cutting the section out of a picture that is shown. */
export const enCrop = {
  crop: {
    title: 'Cut out the picture',
    area: 'Section of the picture',
    instructions:
      'Drag the section, or use the arrow keys to move it, + and - for its size, [ and ] to turn the picture.',
    size: '{{width}} × {{height}} pixels',
    turnLeft: 'Turn left',
    turnRight: 'Turn right',
    larger: 'Larger section',
    smaller: 'Smaller section',
    use: 'Use this section',
    cancel: 'Cancel',
    unreadable: 'This file is not a picture that can be read here.',
    tooSmall: 'This picture is too small. It needs at least {{min}} pixels on each side.',
  },
}
export type CropWords = typeof enCrop
