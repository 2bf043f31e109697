import type { Category } from '@toile/contracts/works.constants'

/** A work that shows on the first start, and a fixture of tests. */
export interface DemoGarment {
  /** The file that makes it, and the name of the .glb that is uploaded. */
  name: string
  title: string
  intro: string
  categories: Category[]
  tags: string[]
  /** Username of one of `demoCreators`. */
  creator: string
  /** The bytes of its .glb: the same each time. Takes up to 6 s on one core. */
  build(): Promise<Uint8Array>
}

/** People who make the demo works. */
export const demoCreators = [
  { username: 'anouk', nickname: 'Anouk Varga' },
  { username: 'meilin', nickname: '林梅' },
  { username: 'tomas', nickname: 'Tomás Ribeiro' },
  { username: 'ines', nickname: 'Inès Okafor' },
] as const

// Loaded when built: the list alone costs nothing.
const made = (name: string) => async () => {
  const { build } = (await import(`./${name}.js`)) as { build: () => Promise<Uint8Array> }
  return build()
}

/** In the order of publishing: home shows the last one first. */
export const demoGarments: DemoGarment[] = [
  {
    name: 'wide-brim-hat',
    title: 'Wide-brim hat in camel felt',
    intro: 'Hand-blocked wool felt with a teardrop crown, two pinches and a grosgrain band. Three colourways.',
    categories: ['accessories'],
    tags: ['hat', 'felt', 'autumn'],
    creator: 'ines',
    build: made('wide-brim-hat'),
  },
  {
    name: 'circle-skirt',
    title: 'Full circle skirt, terracotta twill',
    intro: 'Two half circles, two seams. Draped on the form without a single dart; the folds are its own.',
    categories: ['skirt'],
    tags: ['circle skirt', 'twill', 'drape'],
    creator: 'anouk',
    build: made('circle-skirt'),
  },
  {
    name: 'slip-dress',
    title: '斜裁真丝吊带裙',
    intro: '真丝缎面，四十五度斜裁，前领自然垂坠。酒红、香槟、黑色三种配色。',
    categories: ['dress'],
    tags: ['斜裁', '真丝', 'slip dress'],
    creator: 'meilin',
    build: made('slip-dress'),
  },
]
