/** What the creator of a work or comment reads where a moderator has hidden it. */
export const enHidden = {
  mine: 'For now only you can see this work.',
  myComment: 'For now only you can see this comment.',
  others: 'Only its creator and administrators can see this work.',
  why: 'A moderator hid it on {{date}}:',
  ways: 'You can edit it, or ask for another look. Nothing of it is lost.',
}
