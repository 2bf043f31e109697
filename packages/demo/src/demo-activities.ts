import type { Criterion, Tier } from '@toile/contracts/activities/activities'

export interface DemoActivity {
  title: string
  summary: string
  /** HTML in English and in Chinese. */
  rules: string
  currency: string
  tiers: Tier[]
  criteria: Criterion[]
  /** Usernames of demo accounts. */
  jurors: string[]
  registered: string[]
  /** Titles of the entered demo works. The first work provides the activity's cover. */
  entries: string[]
  /** Points by juror, then by entry, then by criterion, in the order of the three lists above. */
  scores: number[][][]
  timeZone: string
  /**
   * Days from now of the start, the start and end of registration, and the ends of submission, review and the activity.
   * Once the works exist, runDemoActivities() moves future ends of the phases before `until` to the present.
   */
  days: [number, number, number, number, number, number]
  until: 'registration' | 'submission' | 'ended'
}

const criteria: Criterion[] = [
  { id: 'pattern', title: 'Pattern cutting', weight: 40 },
  { id: 'drape', title: 'Drape and movement', weight: 40 },
  { id: 'idea', title: 'Idea', weight: 20 },
]

export const demoActivities: DemoActivity[] = [
  {
    title: 'A skirt that moves',
    summary: 'Pleats, circles, sequins or wind: show us a skirt that is never the same twice.',
    rules: `<h2>The brief</h2><p>Make <strong>one skirt</strong> whose movement is its point. It may swing, fold, flare or flutter; it may not stand still.</p><ul><li>One garment, ready to rotate in the 3D viewer.</li><li>Any fabric; say in the description which one, and why.</li><li>Works made before the contest are welcome.</li></ul><h3>How it is judged</h3><p>Two jurors score pattern cutting, drape and movement, and the idea. Works that tie share the prizes of their ranks.</p><h3>参赛说明</h3><p>做<strong>一条</strong>以“动”为主题的半身裙：摇摆、褶皱、展开、飘扬都可以，就是不能静止。</p><ul><li>提交一件可以在 3D 视图中旋转观看的作品。</li><li>面料不限，请在简介中说明选择的理由。</li><li>已有作品同样欢迎参赛。</li></ul>`,
    currency: 'EUR',
    tiers: [
      { title: 'First prize', amount: 120_000 },
      { title: 'Second prize', amount: 60_000 },
      { title: 'Third prize', amount: 20_000 },
    ],
    criteria,
    jurors: ['meilin', 'admin'],
    registered: ['anouk', 'tomas', 'ines'],
    entries: [
      'Full circle skirt, terracotta twill',
      'Plissé skirt in emerald satin',
      'Sequin skirt for the last dance',
      'Poppies in a breeze',
    ],
    scores: [
      [
        [92, 90, 84],
        [88, 94, 80],
        [80, 86, 90],
        [76, 95, 92],
      ],
      [
        [90, 88, 80],
        [90, 92, 84],
        [78, 84, 88],
        [74, 92, 94],
      ],
    ],
    timeZone: 'Europe/Lisbon',
    days: [-35, -30, 20, 21, 22, 23],
    until: 'ended',
  },
  {
    title: 'Wool, three ways',
    summary: 'Felted, woven or knitted: one outer garment, and wool does the talking.',
    rules: `<h2>The brief</h2><p>Coats, jackets, capes: <strong>one outer garment</strong> whose wool can be felt through the screen. Think of weight, of how the cloth breaks at the elbow, and of what the collar does when it is turned up.</p><ol><li>Register while registration is open.</li><li>Enter up to two published works before the deadline. An entry counts if it is complete before the deadline, by server time.</li><li>What you entered is kept as it was. You can go on working on it without changing your entry.</li></ol><blockquote><p>A good coat is a small house.</p></blockquote><h3>参赛说明</h3><p>大衣、夹克、斗篷均可：用<strong>一件外套</strong>讲述羊毛的故事。毡、织、编，任选其一。每人最多提交两件已发布的作品；提交后参赛内容会被保留，你仍可继续修改作品。</p>`,
    currency: 'EUR',
    tiers: [
      { title: 'First prize', amount: 150_000 },
      { title: 'Second prize', amount: 100_000 },
      { title: 'Third prize', amount: 50_000 },
    ],
    criteria,
    jurors: ['meilin', 'admin'],
    registered: ['anouk', 'tomas', 'ines'],
    entries: ['Double-breasted camel coat', 'Houndstooth blazer'],
    scores: [],
    timeZone: 'Europe/Paris',
    days: [-16, -14, 1, 12, 19, 21],
    until: 'submission',
  },
  {
    title: 'Carry, wear, travel',
    summary: 'Bags, hats, scarves and shoes that fit into one small suitcase.',
    rules: `<h2>The brief</h2><p>Design <strong>an accessory for a journey</strong>. It should be light, survive being sat on, and look as if none of that had been the plan.</p><ul><li>Bags, hats, scarves, shoes, belts: anything that is not a garment.</li><li>One work per person.</li><li>Small files are kind to people on trains.</li></ul><h3>参赛说明</h3><p>为一次旅行设计<strong>一件配饰</strong>：轻便、耐用，又毫不费力。包、帽、围巾、鞋履、腰带都可以，每人限交一件作品。</p>`,
    currency: 'USD',
    tiers: [
      { title: 'Grand prize', amount: 100_000 },
      { title: 'Runner-up', amount: 50_000 },
    ],
    criteria: [
      { id: 'use', title: 'Use', weight: 34 },
      { id: 'making', title: 'Making', weight: 33 },
      { id: 'charm', title: 'Charm', weight: 33 },
    ],
    jurors: ['anouk', 'admin'],
    registered: ['meilin', 'ines'],
    entries: ['Top-handle bag in oxblood'],
    scores: [],
    timeZone: 'Asia/Shanghai',
    days: [-3, -2, 9, 23, 30, 33],
    until: 'registration',
  },
]
