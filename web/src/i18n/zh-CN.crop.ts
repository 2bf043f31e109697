import type { CropWords } from './en.crop.js'

export const zhCNCrop: CropWords = {
  crop: {
    title: '裁剪图片',
    area: '裁剪区域',
    instructions: '拖动裁剪区域，或用方向键移动、+ 和 - 调整大小、[ 和 ] 旋转图片。',
    size: '{{width}} × {{height}} 像素',
    turnLeft: '向左旋转',
    turnRight: '向右旋转',
    larger: '放大区域',
    smaller: '缩小区域',
    use: '使用此区域',
    cancel: '取消',
    unreadable: '此文件不是可读取的图片。',
    tooSmall: '图片太小，每边至少需要 {{min}} 像素。',
  },
}
