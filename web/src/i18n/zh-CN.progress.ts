import type { ProgressWords } from './en.progress.js'

export const zhCNProgress: ProgressWords = {
  progress: {
    underWay_one: '还没有：{{count}} 项正在进行',
    underWay_other: '还没有：{{count}} 项正在进行',
    atRest: '没有正在进行的任务。',
    uploads: '上传',
    noUploads: '还没有上传过文件。',
    noRenders: '还没有渲染过作品。',
    uploadsFailed: '无法加载您的上传。',
  },
}
