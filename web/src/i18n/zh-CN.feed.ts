import type { enFeed } from './en.feed.js'

export const zhCNFeed: typeof enFeed = {
  removeTag: '不再限于标签 {{tag}}',
  noneFound: '没有同时包含这些词的作品。',
  noneHere: '这里还没有作品。',
  noneFollowed: '您关注的创作者的作品会出现在这里。',
  findCreators: '去看创作者',
  signInToFollow: '登录后可以看到您关注的创作者的作品。',
}
