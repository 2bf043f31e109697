/** A part of the picture, in pixels of the source after EXIF orientation and quarter turns. */
export interface Section {
  x: number
  y: number
  width: number
  height: number
}
export interface Size {
  width: number
  height: number
}

export const cropLimits = { maxOutputPx: 2_000, minSectionPx: 10, maxQuarterTurns: 3 }

export function moved(section: Section, dx: number, dy: number, picture: Size): Section {
  return {
    ...section,
    x: clamp(section.x + dx, 0, picture.width - section.width),
    y: clamp(section.y + dy, 0, picture.height - section.height),
  }
}

/** Scales the section about its middle. The result keeps the minimum size and is moved to lie within the picture. */
export function resized(section: Section, factor: number, picture: Size): Section {
  const least = Math.max(cropLimits.minSectionPx / section.width, cropLimits.minSectionPx / section.height)
  const most = Math.min(picture.width / section.width, picture.height / section.height)
  const scale = clamp(factor, Math.min(least, most), most)
  const width = section.width * scale
  const height = section.height * scale
  const grown = {
    x: section.x + (section.width - width) / 2,
    y: section.y + (section.height - height) / 2,
    width,
    height,
  }
  return moved(grown, 0, 0, picture)
}

export function rounded({ x, y, width, height }: Section, picture: Size): Section {
  const left = clamp(Math.round(x), 0, picture.width)
  const top = clamp(Math.round(y), 0, picture.height)
  return {
    x: left,
    y: top,
    width: clamp(Math.round(width), 1, picture.width - left),
    height: clamp(Math.round(height), 1, picture.height - top),
  }
}

/** Adds a quarter turn. Four turns in one direction count as 0, so the result is -3 to 3. */
export function turned(quarterTurns: number, by: 1 | -1): number {
  return (quarterTurns + by) % (cropLimits.maxQuarterTurns + 1)
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}
