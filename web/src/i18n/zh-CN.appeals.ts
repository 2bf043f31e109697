import type { AppealWords } from './en.appeals.js'

/** 对管理员的处理决定提出申诉。 */
export const zhCNAppeals: AppealWords = {
  appeal: {
    title: '提出申诉',
    button: '提出申诉',
    about: '请说明您认为处理有误的理由，将由其他管理员复核。每个决定只能申诉一次。',
    banTitle: '您的账号已被封禁',
    text: '申诉理由',
    send: '提交',
    cancel: '取消',
    sent: '申诉已提交，处理结果会通知您。',
    sentByMail: '申诉已提交。如果决定被撤销，您会收到邮件。',
  },
}
