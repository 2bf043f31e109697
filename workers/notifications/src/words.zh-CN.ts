import type { AllWords } from './render.js'

const IGNORE = '如果不是您本人操作，请忽略此邮件。'
const MINUTES = '链接在 {minutes} 分钟内有效，仅可使用一次，且只有最新的链接有效。'

export const zhCN: AllWords = {
  greeting: '您好：',
  copyLink: '如果按钮无法使用，请打开以下网址：',
  footer: '此邮件由 {publicUrl} 的 Toile 自动发送，请勿回复。',
  banEnd: { until: '封禁至 {until}（UTC）', forGood: '永久封禁' },
  news: {
    open: '在 Toile 中查看',
    digest: '今日 Toile：{count} 条动态',
    digestOne: '今日 Toile',
    lead: '自上一封每日邮件以来：',
    more: '更多内容请见通知中心',
    why: 'Toile 会通过邮件通知您此类消息。',
    stop: '不再接收此类邮件',
    stopDigest: '不再接收每日邮件',
    choose: '设置接收哪些通知',
  },
  verify_email: {
    subject: '请验证您的邮箱',
    before: ['有人（很可能是您本人）在 {publicUrl} 用此邮箱注册了账号，请确认。'],
    button: '验证邮箱',
    after: [MINUTES, '如果您没有注册，请不要打开链接，邮箱便不会被验证。'],
  },
  change_email: {
    subject: '请确认您的新邮箱',
    before: ['您申请将此邮箱用于您在 {publicUrl} 的账号。'],
    button: '使用此邮箱',
    after: [MINUTES, IGNORE],
  },
  bind_email: {
    subject: '请验证您的邮箱',
    before: ['您申请将此邮箱用于您在 {publicUrl} 的账号。'],
    button: '验证邮箱',
    after: [MINUTES, IGNORE],
  },
  reset_password: {
    subject: '设置新密码',
    before: ['有人（很可能是您本人）为您在 {publicUrl} 的账号“{username}”申请了新密码。'],
    button: '设置新密码',
    after: [MINUTES, IGNORE],
  },
  address_in_use: {
    subject: '您已有账号',
    before: [
      '有人（很可能是您本人）在 {publicUrl} 填写了此邮箱，但它已属于一个账号。',
      '您可以用此邮箱登录。如果忘记了密码，请在登录页选择“忘记密码”。',
    ],
    after: [IGNORE],
  },
  email_change_asked: {
    subject: '有人申请更换您的邮箱',
    before: ['有人使用您的密码，申请为您在 {publicUrl} 的账号更换邮箱。', '在新邮箱得到确认之前，仍使用此邮箱。'],
    after: ['如果不是您本人操作，请立即修改密码，更换邮箱的申请也会随之失效。'],
  },
  email_changed: {
    subject: '您的邮箱已更换',
    before: ['您在 {publicUrl} 的账号已更换邮箱，此邮箱不能再用于登录。'],
    after: ['如果不是您本人操作，请联系 {publicUrl} 的运营者。'],
  },
  password_changed: {
    subject: '您的密码已修改',
    before: ['您在 {publicUrl} 的账号密码已修改，其他设备均已退出登录。'],
    after: ['如果不是您本人操作，请在登录页选择“忘记密码”重新设置。'],
  },
  identity_linked: {
    subject: '您的账号已关联 {provider}',
    before: ['您在 {publicUrl} 的账号已关联一个 {provider} 账号，今后可用它登录。'],
    after: ['如果不是您本人操作，请立即在个人资料中解除关联 {provider}，并设置新密码。'],
  },
  identity_unlinked: {
    subject: '您的账号已解除关联 {provider}',
    before: ['您在 {publicUrl} 的账号已解除与 {provider} 账号的关联。'],
    after: ['如果不是您本人操作，请立即设置新密码，并在个人资料中重新关联 {provider}。'],
  },
  banned: {
    subject: '您的账号已被{banEnd}',
    before: ['您在 {publicUrl} 的账号已被{banEnd}，所有设备均已退出登录，且无法再登录。', '原因：{reason}'],
    button: '提出申诉',
    after: [
      '如果您认为处理有误，可以说明理由，由其他管理员复核。链接仅可使用一次，{days} 天内有效。',
      '您的个人主页和作品会照常保留。',
    ],
  },
  ban_lifted: {
    subject: '您的账号已恢复使用',
    before: ['您在 {publicUrl} 的账号已解除封禁，可以照常登录。'],
    after: [],
  },
  uploads_removal: {
    subject: '您上传的文件将于 {date} 删除',
    before: [
      '您在 {publicUrl} 的账号“{username}”尚未确认此邮箱。此类账号上传的文件保留 {removalDays} 天，最近一批将于 {date} 删除。',
      '在此之前确认邮箱，所有文件都会保留。',
    ],
    button: '获取新的确认链接',
    after: ['如果您没有注册账号，请忽略此邮件。'],
  },
}
