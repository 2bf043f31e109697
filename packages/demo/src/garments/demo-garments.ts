import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '@toile/runtime/root'

/** A garment that the first start of the platform publishes and that tests use as a fixture. */
export interface DemoGarment {
  /** Name of the source file that builds the garment, and of the uploaded .glb. */
  name: string
  title: string
  intro: string
  /** Slugs of categories. */
  categories: string[]
  tags: string[]
  /** Username of one of `demoCreators`. */
  creator: string
  /** Builds the .glb, always with the same bytes. Building takes up to 6 s on one core. */
  build(): Promise<Uint8Array>
}

export const demoCreators = [
  { username: 'anouk', nickname: 'Anouk Varga' },
  { username: 'meilin', nickname: '林梅' },
  { username: 'tomas', nickname: 'Tomás Ribeiro' },
  { username: 'ines', nickname: 'Inès Okafor' },
] as const

const made = (name: string) => async () => {
  const file = pathToFileURL(path.join(root, `packages/demo/dist/garments/${name}.js`))
  const { build } = (await import(file.href)) as { build: () => Promise<Uint8Array> }
  return build()
}

/** The garments in their order of publishing. The home page shows the last garment first. */
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
    name: 'sneakers',
    title: 'Low court sneakers',
    intro: 'Ecru leather with pine suede overlays, flat laces and a gum sole. A study for a unisex last.',
    categories: ['footwear', 'sportswear'],
    tags: ['sneakers', 'leather', 'suede'],
    creator: 'tomas',
    build: made('sneakers'),
  },
  {
    name: 'scarf',
    title: '宽罗纹流苏围巾',
    intro: '粗棒针罗纹织片，两端手工流苏。一条围巾，三种颜色，自然搭在肩上。',
    categories: ['accessories'],
    tags: ['针织', '围巾', '流苏'],
    creator: 'meilin',
    build: made('scarf'),
  },
  {
    name: 'trousers',
    title: 'Wide-leg jeans, raw indigo',
    intro:
      'Three-by-one denim with a high waist, belt loops and a leg that falls straight to the floor. Also in a washed colourway.',
    categories: ['trousers'],
    tags: ['denim', 'jeans', 'wide leg'],
    creator: 'tomas',
    build: made('trousers'),
  },
  {
    name: 'shirt',
    title: 'Borrowed shirt, awning stripe',
    intro: 'An easy poplin shirt with a curved hem, a patch pocket and a collar that stands on its own.',
    categories: ['tops'],
    tags: ['shirt', 'stripe', 'poplin'],
    creator: 'anouk',
    build: made('shirt'),
  },
  {
    name: 'pleated-skirt',
    title: 'Plissé skirt in emerald satin',
    intro: 'Fifty-eight knife pleats, pressed in and left to open towards the hem.',
    categories: ['skirt'],
    tags: ['pleats', 'satin', 'plissé'],
    creator: 'ines',
    build: made('pleated-skirt'),
  },
  {
    name: 'blazer',
    title: 'Houndstooth blazer',
    intro: 'Two buttons, notched lapels and a soft shoulder. The check is woven, four threads dark and four light.',
    categories: ['outerwear', 'suit'],
    tags: ['blazer', 'houndstooth', 'tailoring'],
    creator: 'anouk',
    build: made('blazer'),
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
    name: 'sequin-skirt',
    title: 'Sequin skirt for the last dance',
    intro: 'A short circle, sewn all over with flat sequins. No two of them lean the same way.',
    categories: ['skirt'],
    tags: ['sequins', 'evening', 'circle skirt'],
    creator: 'tomas',
    build: made('sequin-skirt'),
  },
  {
    name: 'handbag',
    title: 'Top-handle bag in oxblood',
    intro: 'Pebbled calf, saddle stitches and a turned brass lock. Stands on four feet.',
    categories: ['accessories'],
    tags: ['bag', 'leather', 'brass'],
    creator: 'ines',
    build: made('handbag'),
  },
  {
    name: 'breeze-skirt',
    title: 'Poppies in a breeze',
    intro: 'A light printed skirt that moves: press play and the wind comes from the right. By night, another garden.',
    categories: ['skirt'],
    tags: ['print', 'animation', 'floral'],
    creator: 'tomas',
    build: made('breeze-skirt'),
  },
  {
    name: 'coat',
    title: 'Double-breasted camel coat',
    intro: 'Brushed wool, cut long and wide, with patch pockets and generous lapels.',
    categories: ['outerwear'],
    tags: ['coat', 'wool', 'camel'],
    creator: 'ines',
    build: made('coat'),
  },
  {
    name: 'slip-dress',
    title: '斜裁真丝吊带裙',
    intro: '真丝缎面，四十五度斜裁，前领自然垂坠。酒红、香槟、黑色三种配色。',
    categories: ['dress'],
    tags: ['斜裁', '真丝', '吊带裙'],
    creator: 'meilin',
    build: made('slip-dress'),
  },
]
