/** How contests work, for those who think of entering one and those who doubt a result. */
export const enActIntro = {
  title: 'How contests work',
  lead: 'A contest here runs itself, from the announcement to the prizes. These are its rules, and how you can check that they were kept.',
  phases: {
    title: 'Six phases, in one order',
    lead: 'When each begins is on the page of the activity before anybody registers.',
    upcoming: 'The activity is announced. You can read its brief and plan.',
    registration: 'You register, and may take it back.',
    submission: 'Those who are registered enter their works, one or several, and may withdraw them.',
    reviewing: 'The jury scores every work. Nothing can be entered, changed or withdrawn.',
    awarding: 'Places and prizes follow from the scores.',
    ended: 'Everything stays to be read.',
  },
  clock: {
    title: 'One clock',
    text: 'What counts is the clock of the database that keeps the contest: not yours, not the jury’s, and not the time at which you pressed the button. A work is in when its entry is written down before the deadline. The countdown on the page runs by that clock, even if the clock of your device is wrong or it has slept.',
    zone: 'Times are shown in the time zone of the activity and in yours.',
  },
  frozen: {
    title: 'What is entered stays as it was',
    text: 'An entry is one version of your work, with its 3D file, its video and its cover. You can go on working on the work itself; the contest keeps what you entered.',
  },
  receipts: {
    title: 'A receipt for every entry',
    text: 'It names the work, its version, the moment of the database’s clock, and a SHA-256 of every file, and Toile signs it. Keep it: nobody can say later that it was not there, or was something else.',
  },
  scoring: {
    title: 'How the jury scores',
    text: 'Each juror gives 0 to 100 points for each criterion. The score of a work is the mean of its jurors, weighted as the activity says. Where the contest is blind, the jury does not see whose a work is.',
    ties: 'Works with the same score share their rank. Together they get what their places bring, in equal parts; the bonuses always add up to the prize money.',
    sheet: 'Where the organisers say so, the whole score sheet is published with the winners.',
  },
  winners: {
    title: 'Winners stay',
    text: 'Winning works are not allowed to be deleted, so that a result can be looked at later.',
  },
  seeAll: 'See the activities',
}
export type ActIntroWords = typeof enActIntro
