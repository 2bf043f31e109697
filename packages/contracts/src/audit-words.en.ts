import type { AuditWords } from './audit-words.js'

export const en: AuditWords = {
  deeds: {
    'account.deleted': '{actor} deleted their account',

    'activity.created': '{actor} made the activity {subject}',
    'activity.changed': '{actor} changed the activity {subject}',
    'activity.awarded': '{actor} gave the prizes of {subject}',
    'activity.disqualified': '{actor} took a work out of the contest {subject}',
    'activity.reinstated': '{actor} let a work back into the contest {subject}',
    'activity.announced': '{actor} announced the activity {subject}',

    'alert.acknowledged': '{actor} took note of an alert',
    'announcement.made': '{actor} announced something to everybody',
    'announcement.withdrawn': '{actor} took the announcement {subject} back',

    'appeal.upheld': '{actor} looked again at {subject} and let the decision stand',
    'case.claimed': '{actor} took a case',
    'case.released': '{actor} gave a case back',
    'evidence.seen': '{actor} looked at something private that was reported',
    'report.dismissed': '{actor} looked at reports of {subject} and found nothing against the rules',
    'user.warned': '{actor} warned {subject}',
    'user.unwarned': '{actor} took a warning of {subject} back',
    'user.cleared': '{actor} emptied the profile of {subject}: {fields}',
    'user.restored': '{actor} gave {subject} back what stood in their profile: {fields}',

    'categories.ordered': '{actor} changed the order of the categories',
    'category.added': '{actor} added the category {subject}',
    'category.renamed': '{actor} renamed the category {subject}',
    'category.hidden': '{actor} hid the category {subject}',
    'category.shown': '{actor} showed the category {subject} again',

    'code.given': '{actor} gave an S code to somebody',
    'code.voided': '{actor} made an S code worthless',
    'codes.made': '{actor} made {count} S codes for {days} days each',

    'comment.hidden': '{actor} hid a comment: {subject}',
    'comment.unhidden': '{actor} showed a comment again: {subject}',

    'course.made': '{actor} made the course {subject}',
    'course.changed': '{actor} changed the course {subject}',
    'course.deleted': '{actor} deleted the course {subject}',
    'course.published': '{actor} published the course {subject}',
    'course.withdrawn': '{actor} took the course {subject} back',

    'creator.featured': '{actor} featured the creator {subject}',
    'creator.unfeatured': '{actor} no longer features the creator {subject}',

    'device.unbound': '{actor} unbound the device {subject}',

    'export.requested': '{actor} asked for an export of {table}',
    'export.made': 'The export of {table} that {actor} asked for holds {rows} rows',

    'job.retried': '{actor} sent a job of {queue} again',
    'job.removed': '{actor} removed a job of {queue}',
    'job.promoted': '{actor} put a job of {queue} first',
    'jobs.retried': '{actor} sent {count} failed jobs of {queue} again',
    'jobs.stopped': '{actor} stopped {count} jobs of {subject} in {queue}',

    'market.made': '{actor} made the market item {subject}',
    'market.changed': '{actor} changed the market item {subject}',
    'market.deleted': '{actor} deleted the market item {subject}',
    'market.published': '{actor} published the market item {subject}',
    'market.withdrawn': '{actor} took the market item {subject} back',

    'media.remade': '{actor} had media made anew',

    'package.published': '{actor} published the package {subject}',
    'package.changed': '{actor} changed the package {subject}',
    'package.withdrawn': '{actor} took the package {subject} back',

    'queue.paused': '{actor} paused the queue {queue}',
    'queue.resumed': '{actor} let the queue {queue} go on',
    'queue.concurrency': '{actor} set the workers of {queue} to {concurrency} jobs at once',
    'worker.drained': '{actor} let a worker of {queue} finish and take no more',
    'worker.undrained': '{actor} let a worker of {queue} take jobs again',

    'tenant.made': '{actor} made the tenant {subject}',
    'tenant.changed': '{actor} changed the tenant {subject}',
    'tenant.deleted': '{actor} deleted the tenant {subject}',
    'tenant.suspended': '{actor} suspended the tenant {subject}',
    'tenant.resumed': '{actor} let the tenant {subject} go on',
    'tenant.member_added': '{actor} put {username} into the tenant {subject}',
    'tenant.member_removed': '{actor} took {username} out of the tenant {subject}',

    'user.promoted': '{actor} made {subject} an administrator',
    'user.demoted': '{actor} took the rights of an administrator from {subject}',
    'user.banned': '{actor} banned {subject}',
    'user.unbanned': '{actor} lifted the ban of {subject}',
    'user.viewed': '{actor} looked at the account of {subject}',
    'user.signedOut': '{actor} signed {subject} out everywhere',
    'user.emailVerified': '{actor} vouched for the email address of {subject}',
    'user.passwordLinkSent': '{actor} sent {subject} a link to set a new password',

    'work.hidden': '{actor} hid the work {subject}',
    'work.unhidden': '{actor} showed the work {subject} again',
    'work.featured': '{actor} featured the work {subject}',
    'work.unfeatured': '{actor} no longer features the work {subject}',
    'work.messaged': '{actor} wrote to the owner of {subject}',
  },
  cli: 'Somebody at the command line',
  machinery: 'Toile',
  gone: 'something that is gone',
  undoing: '{sentence} (taking back what was done before)',
}
