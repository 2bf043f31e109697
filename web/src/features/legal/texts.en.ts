import type { LegalTexts } from './legal-text.js'

export const texts: LegalTexts = {
  terms: {
    title: 'Terms of Service',
    lead: [
      'These terms are between you and the people who run this site (“we”). Toile is the software that it runs on; whoever runs it answers for it.',
      'They are short on purpose. Please read them before you register.',
    ],
    parts: [
      {
        id: 'account',
        title: '1. Your account',
        lines: [
          'You need an account to upload, publish and write to others. Give an email address that is yours, and confirm it; keep your password to yourself. What happens through your account counts as done by you until you tell us that somebody else has it.',
          'You may delete your account at any time in your profile. We may close an account that breaks these terms; where it is not urgent we warn you first and say why.',
        ],
      },
      {
        id: 'works',
        title: '2. What you upload stays yours',
        lines: [
          'You keep all rights in your works. You allow us only what is needed to run the site: to store the files, to convert them and make pictures of them, and to show a work to those to whom you show it. This ends when you delete the work, apart from copies in backups and in the caches of others for a while.',
          'The file that you upload is never given to others as it is. What visitors get in the browser is a version made for viewing; keep in mind that whatever can be seen can be copied by those who want to.',
          'Upload only what you may publish: your own work, or work whose owner has agreed.',
        ],
      },
      {
        id: 'conduct',
        title: '3. What does not belong here',
        lines: [
          [
            'works of others without their leave, and other breaches of rights;',
            'anything that is against the law, that harasses or threatens people, or sexualises children;',
            'advertising without an invitation, and accounts that pretend to be somebody else;',
            'attempts to break, overload or spy out the site or its users.',
          ],
          'We may hide or remove such things. Whoever is concerned is told, can answer, and a person looks at the answer.',
        ],
      },
      {
        id: 'contests',
        title: '4. Activities and prizes',
        lines: [
          'Activities with prizes have rules of their own, which are shown there. Where they differ from these terms, they hold for that activity.',
        ],
      },
      {
        id: 'service',
        title: '5. What we promise, and what not',
        lines: [
          'We run the site with care, but cannot promise that it is always there or free of faults. Keep a copy of your files. We answer for intent and gross negligence, and wherever the law says that we must; beyond that we do not.',
        ],
      },
      {
        id: 'changes',
        title: '6. Changes',
        lines: [
          'When these terms change in something that matters, we tell you by mail or on the site before it takes hold. If you do not agree, you can delete your account until then.',
        ],
      },
      {
        id: 'law',
        title: '7. Law',
        lines: [
          'The law of the place from where the site is run holds. Rights that your own country gives you as a consumer remain yours. If a sentence of these terms turns out to be void, the others stay.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy',
    lead: [
      'This page says what the site keeps about you, why, and for how long. It describes what the software does; the people who run this site are responsible for the data.',
    ],
    parts: [
      {
        id: 'kept',
        title: '1. What is kept',
        lines: [
          [
            'Of your account: username, email, your password as a hash that cannot be turned back, and what you enter into your profile.',
            'Of a service you sign in with (Google, Facebook): its name, the number by which it knows you, and the email that it names. We get no password and read nothing else there.',
            'Your works, pictures and the files behind them, with the state of their processing.',
            'Where you are signed in: time, and how your browser names itself. You see this list in your profile and can end each entry.',
            'What was mailed to which address, for 30 days, without the text.',
            'Who invited you, or which link brought you here, where there was one.',
          ],
          'Network addresses are used for limiting how often something may be tried, for at most an hour (a day for what is uploaded before an email is confirmed), and can stand in the logs of errors for as long as the people who run the site keep their logs.',
        ],
      },
      {
        id: 'why',
        title: '2. Why',
        lines: [
          'To give you what you asked for (the account, showing your works, mails about your account), and to keep the site safe. There is no advertising, no selling of data, and no profile is made of you.',
        ],
      },
      {
        id: 'seen',
        title: '3. Who sees what',
        lines: [
          'Everyone sees your nickname or username, your picture, your profile text and the works that you published for everyone. Nobody but you and the administrators sees your email, drafts, private works and files.',
          'Mails go through the mail server that this site uses. Nothing else is passed on, unless the law demands it.',
        ],
      },
      {
        id: 'cookies',
        title: '4. Cookies and what your browser keeps',
        lines: [
          'When you sign in, your browser keeps three cookies until you sign out, at most seven days: your session (token), your account’s number (userid), and your name, email and picture for showing them (userDetail). During a sign-in with another service there is one more for ten minutes, against forged sign-ins. Another stays for a year and says only that somebody has signed in with this browser before, so that strangers who guess passwords cannot lock you out. Beside them your language, your choice of colours and the files you are sending are remembered in the browser. All of it is needed for what you do; there are no cookies of others.',
        ],
      },
      {
        id: 'long',
        title: '5. For how long',
        lines: [
          'As long as you have your account. Pictures that nothing shows any more, and uploads of an account whose email was never confirmed, are removed after 30 days; you are told a week before. Deleting it removes your profile, works and files; where others’ things hang on yours, an empty name stays in their place. Backups run out later, as the people who run the site have set it up.',
        ],
      },
      {
        id: 'rights',
        title: '6. What you can do',
        lines: [
          'In your profile you can read and change your data, download all of it as one file, and delete the account. You can also write to the people who run this site, and complain to the authority for data protection where you live.',
        ],
      },
    ],
  },
  about: {
    title: 'About Toile',
    lead: [
      'A toile is the test garment that a pattern is proven on: sewn from plain cloth, looked at from all sides, altered, and sewn again.',
      'Toile is the same for garments made in 3D: a place to show them, turn them around and talk about them.',
    ],
    parts: [
      {
        id: 'what',
        title: 'What you can do here',
        lines: [
          'Upload a garment from your 3D program as it is. Toile checks it, prepares it for the web and takes the first pictures, and you can watch each step. You publish it when you like it; everyone can then turn it around in the browser, without installing anything.',
        ],
      },
      {
        id: 'who',
        title: 'For whom',
        lines: [
          'For stylists, pattern makers, students and studios who make clothes in 3D, and for everyone who likes to look at them.',
        ],
      },
      {
        id: 'open',
        title: 'Open source',
        lines: [
          'Toile is free software under the MIT licence. Anyone may run a community of their own with it, read how it works, and change it. This site is one of those; it belongs to the people who run it.',
        ],
      },
    ],
  },
}
