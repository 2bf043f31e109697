/** Asking for another look at what a moderator decided. */
export const enAppeals = {
  appeal: {
    title: 'Ask for another look',
    button: 'Ask for another look',
    about: 'Say why you think the decision is wrong. Somebody else than who made it will look. You can ask once.',
    banTitle: 'Your account is closed',
    text: 'What they should know',
    send: 'Send',
    cancel: 'Cancel',
    sent: 'It is on its way. You will hear how it was decided.',
    sentByMail: 'It is on its way. If the decision is taken back, you will get a mail.',
  },
}
export type AppealWords = typeof enAppeals
