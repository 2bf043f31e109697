import type { ApiWords } from './en.api.js'

export const zhCNApi: ApiWords = {
  api: {
    title: '开放接口',
    about: '本站提供的全部接口。登录后得到的令牌按下面的方式发送；错误都是下面的结构。',
    search: '搜索接口',
    none: '没有接口包含所有这些词。',
    failed: '无法加载接口说明。',
    access: {
      public: '所有人',
      user: '已登录',
      verified: '邮箱已确认',
      owner: '本人',
      admin: '管理员',
    },
    parameters: '参数',
    in: { path: '在路径中', query: '在查询中', header: '在请求头中' },
    body: '请求内容',
    answer: '响应 {{status}}',
    noBody: '没有 JSON 内容。',
  },
}
