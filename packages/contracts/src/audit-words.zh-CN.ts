import type { AuditWords } from './audit-words.js'

export const zhCN: AuditWords = {
  deeds: {
    'account.deleted': '{actor} 注销了自己的账号',

    'activity.created': '{actor} 创建了活动“{subject}”',
    'activity.changed': '{actor} 修改了活动“{subject}”',
    'activity.awarded': '{actor} 为活动“{subject}”颁发了奖项',
    'activity.disqualified': '{actor} 取消了活动“{subject}”中一件作品的参赛资格',
    'activity.reinstated': '{actor} 恢复了活动“{subject}”中一件作品的参赛资格',
    'activity.announced': '{actor} 公布了活动“{subject}”',

    'alert.acknowledged': '{actor} 确认了一条告警',
    'announcement.made': '{actor} 发布了一条全站公告',
    'announcement.withdrawn': '{actor} 撤回了公告“{subject}”',

    'appeal.upheld': '{actor} 复核了针对“{subject}”的申诉，维持原决定',
    'case.claimed': '{actor} 领取了一个案件',
    'case.released': '{actor} 放回了一个案件',
    'evidence.seen': '{actor} 查看了被举报的非公开内容',
    'report.dismissed': '{actor} 核实了对“{subject}”的举报，未发现违规',
    'user.warned': '{actor} 警告了 {subject}',
    'user.unwarned': '{actor} 撤销了对 {subject} 的警告',
    'user.cleared': '{actor} 清空了 {subject} 的个人资料：{fields}',
    'user.restored': '{actor} 恢复了 {subject} 的个人资料：{fields}',

    'categories.ordered': '{actor} 调整了作品分类的顺序',
    'category.added': '{actor} 新增了分类“{subject}”',
    'category.renamed': '{actor} 重命名了分类“{subject}”',
    'category.hidden': '{actor} 隐藏了分类“{subject}”',
    'category.shown': '{actor} 恢复显示分类“{subject}”',

    'code.given': '{actor} 向用户发放了一个 S 码',
    'code.voided': '{actor} 作废了一个 S 码',
    'codes.made': '{actor} 生成了 {count} 个 S 码，每个 {days} 天',

    'comment.hidden': '{actor} 隐藏了评论“{subject}”',
    'comment.unhidden': '{actor} 恢复显示评论“{subject}”',

    'course.made': '{actor} 创建了课程“{subject}”',
    'course.changed': '{actor} 修改了课程“{subject}”',
    'course.deleted': '{actor} 删除了课程“{subject}”',
    'course.published': '{actor} 发布了课程“{subject}”',
    'course.withdrawn': '{actor} 下架了课程“{subject}”',

    'creator.featured': '{actor} 推荐了创作者 {subject}',
    'creator.unfeatured': '{actor} 取消推荐创作者 {subject}',

    'device.unbound': '{actor} 解绑了设备“{subject}”',

    'export.requested': '{actor} 申请导出 {table}',
    'export.made': '{actor} 申请的 {table} 导出已生成，共 {rows} 行',

    'job.retried': '{actor} 重新执行了队列 {queue} 中的一个任务',
    'job.removed': '{actor} 移除了队列 {queue} 中的一个任务',
    'job.promoted': '{actor} 将队列 {queue} 中的一个任务提前执行',
    'jobs.retried': '{actor} 重新执行了队列 {queue} 中的 {count} 个失败任务',
    'jobs.stopped': '{actor} 停止了 {subject} 在队列 {queue} 中的 {count} 个任务',

    'market.made': '{actor} 创建了市场商品“{subject}”',
    'market.changed': '{actor} 修改了市场商品“{subject}”',
    'market.deleted': '{actor} 删除了市场商品“{subject}”',
    'market.published': '{actor} 上架了市场商品“{subject}”',
    'market.withdrawn': '{actor} 下架了市场商品“{subject}”',

    'media.remade': '{actor} 触发了媒体文件的重新生成',

    'package.published': '{actor} 发布了软件包“{subject}”',
    'package.changed': '{actor} 修改了软件包“{subject}”',
    'package.withdrawn': '{actor} 撤回了软件包“{subject}”',

    'queue.paused': '{actor} 暂停了队列 {queue}',
    'queue.resumed': '{actor} 恢复了队列 {queue}',
    'queue.concurrency': '{actor} 将队列 {queue} 的并发数设为 {concurrency}',
    'worker.drained': '{actor} 让队列 {queue} 的一个工作进程处理完后不再领取任务',
    'worker.undrained': '{actor} 让队列 {queue} 的一个工作进程重新领取任务',

    'tenant.made': '{actor} 创建了租户“{subject}”',
    'tenant.changed': '{actor} 修改了租户“{subject}”',
    'tenant.deleted': '{actor} 删除了租户“{subject}”',
    'tenant.suspended': '{actor} 停用了租户“{subject}”',
    'tenant.resumed': '{actor} 恢复了租户“{subject}”',
    'tenant.member_added': '{actor} 将 {username} 加入租户“{subject}”',
    'tenant.member_removed': '{actor} 将 {username} 移出租户“{subject}”',

    'user.promoted': '{actor} 将 {subject} 设为管理员',
    'user.demoted': '{actor} 取消了 {subject} 的管理员身份',
    'user.banned': '{actor} 封禁了 {subject}',
    'user.unbanned': '{actor} 解除了对 {subject} 的封禁',
    'user.viewed': '{actor} 查看了 {subject} 的账号',
    'user.signedOut': '{actor} 让 {subject} 在所有设备上退出登录',
    'user.emailVerified': '{actor} 人工验证了 {subject} 的邮箱',
    'user.passwordLinkSent': '{actor} 向 {subject} 发送了设置新密码的链接',

    'work.hidden': '{actor} 隐藏了作品《{subject}》',
    'work.unhidden': '{actor} 恢复展示作品《{subject}》',
    'work.featured': '{actor} 推荐了作品《{subject}》',
    'work.unfeatured': '{actor} 取消推荐作品《{subject}》',
    'work.messaged': '{actor} 就作品《{subject}》联系了作者',
  },
  cli: '命令行操作者',
  machinery: 'Toile 系统',
  gone: '已不存在的内容',
  undoing: '{sentence}（撤销先前的操作）',
}
