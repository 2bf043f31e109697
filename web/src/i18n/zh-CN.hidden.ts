import type { enHidden } from './en.hidden.js'

export const zhCNHidden: typeof enHidden = {
  mine: '目前只有您能看到这件作品。',
  myComment: '目前只有您能看到这条评论。',
  others: '只有创作者本人和管理员能看到这件作品。',
  why: '管理员于 {{date}} 将其隐藏：',
  ways: '您可以修改作品，或提出申诉。作品的所有内容都会保留。',
}
