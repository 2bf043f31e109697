import type { QueueName } from '../jobs.js'
import type { Language } from '../languages.constants.js'

/** What work each queue holds, in people's words. */
export const queueWords: Record<Language, Record<QueueName, string>> = {
  en: {
    uploads: '3D files',
    images: 'Pictures',
    videos: 'Videos',
    renders: 'Cloud renders',
    'renders-cycles': 'Cycles renders',
    notifications: 'Notices and mail',
    analytics: 'Statistics',
  },
  'zh-CN': {
    uploads: '3D 文件',
    images: '图片',
    videos: '视频',
    renders: '云渲染',
    'renders-cycles': 'Cycles 渲染',
    notifications: '通知与邮件',
    analytics: '统计',
  },
}
