import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Chapter, Course, CourseCard, CourseVideo } from '@toile/contracts/courses/courses'
import type { Work } from '@toile/contracts/works/works'
import type { Db } from '@toile/db/client'
import type { User } from '@toile/db/users/users'
import { callApi, Refused, type Api } from '../../cli/client/api.js'
import { findProgram } from '../find-program.js'
import { makeFilm } from './film.js'
import { sentAndReady } from './works.js'

interface DemoLesson {
  name: string
  title: string
  description: string
  chapters: Chapter[]
  shows: readonly string[]
  captions: { en: readonly string[]; 'zh-CN': readonly string[] }
}

const TITLE = 'Looking at cloth'
const DESCRIPTION =
  'Two short lessons on what makes a garment on a screen look like cloth: how it falls, and what the light does to it.'

const lessons: readonly DemoLesson[] = [
  {
    name: 'how-cloth-falls',
    title: 'How cloth falls',
    description: 'A circle hangs in cones, a straight cut hangs flat. Look for where the weight goes.',
    chapters: [
      { seconds: 0, title: 'A full circle' },
      { seconds: 3, title: 'Small, stiff pieces' },
      { seconds: 6, title: 'A straight, heavy cloth' },
    ],
    shows: ['Full circle skirt, terracotta twill', 'Sequin skirt for the last dance', 'Double-breasted camel coat'],
    captions: {
      en: [
        'A circle has more hem than waist: it hangs in cones.',
        'Small, stiff pieces keep the cone round.',
        'Heavy wool falls straight, and tells where the body is.',
      ],
      'zh-CN': [
        '整圆裙摆比腰围长得多，自然垂成锥形。',
        '细小而挺括的亮片让锥形保持圆润。',
        '厚实的羊毛垂直落下，勾勒出身体的位置。',
      ],
    },
  },
  {
    name: 'what-light-does',
    title: 'What light does to cloth',
    description: 'Satin shows one wide highlight, leather many small ones, a print almost none.',
    chapters: [
      { seconds: 0, title: 'Satin' },
      { seconds: 3, title: 'Leather' },
      { seconds: 6, title: 'Print' },
    ],
    shows: ['斜裁真丝吊带裙', 'Top-handle bag in oxblood', 'Poppies in a breeze'],
    captions: {
      en: [
        'On the bias, satin gathers the light in one soft band.',
        'Grain breaks the light into many small points.',
        'A print swallows the highlight: here the colour speaks.',
      ],
      'zh-CN': [
        '斜裁的缎面把光聚成一道柔和的光带。',
        '皮革的纹理把光打碎成许多小点。',
        '印花几乎吃掉高光，让颜色自己说话。',
      ],
    },
  },
]

export interface DemoCourse {
  db: Db
  api: Api
  admin: User
  works: ReadonlyMap<string, Work>
  folder: string
  ffmpegPath: string | undefined
}

/**
 * Makes the demo course when ffmpeg exists. While a picture is missing, the course stays a draft. The next call adds
 * the missing lessons and captions and publishes the course.
 */
export async function makeDemoCourse({ db, api, admin, works, folder, ffmpegPath }: DemoCourse): Promise<void> {
  const ffmpeg = ffmpegPath && existsSync(ffmpegPath) ? ffmpegPath : findProgram(['ffmpeg'])
  if (!ffmpeg) return
  const all = await callApi<{ items: CourseCard[] }>(api, 'GET', '/backstage/courses?pageSize=100')
  const found = all.items.find(({ title }) => title === TITLE)
  if (found?.publishedAt) return
  const body = { title: TITLE, description: DESCRIPTION }
  const { id } = found ?? (await callApi<Course>(api, 'POST', '/backstage/courses', { body }))
  const backstage = `/backstage/courses/${id}`
  const { lessons: made } = await callApi<Course>(api, 'GET', backstage)
  for (const lesson of lessons) {
    const own = made.find(({ title }) => title === lesson.title)
    if (own) {
      // An earlier attempt may have ended between the lesson and its captions.
      const video = await callApi<CourseVideo>(api, 'GET', `/courses/${id}/videos/${own.id}`)
      await addCaptions({ db, api, admin, folder }, `${backstage}/videos/${own.id}/captions`, lesson, video)
      continue
    }
    const film = path.join(folder, `${lesson.name}.mp4`)
    const pictures = lesson.shows.flatMap((title) => largestPicture(works.get(title)) ?? [])
    if (pictures.length < lesson.shows.length) return
    if (!existsSync(film)) await makeFilm({ ffmpeg, pictures, film, signal: api.signal })
    const upload = await sentAndReady(db, api, admin.id, film, 'video')
    const { title, description, chapters } = lesson
    const fields = { uploadId: upload.id, title, description, chapters }
    const video = await callApi<CourseVideo>(api, 'POST', `${backstage}/videos`, { body: fields })
    await addCaptions({ db, api, admin, folder }, `${backstage}/videos/${video.id}/captions`, lesson, video)
  }
  await callApi(api, 'POST', `${backstage}/publish`).catch((error: unknown) => {
    // An earlier attempt may have succeeded although its answer was lost.
    if (!(error instanceof Refused) || error.code !== 'STATE_CONFLICT') throw error
  })
}

const labels = { en: 'English', 'zh-CN': '中文' }
const EACH_SECONDS = 3

async function addCaptions(
  { db, api, admin, folder }: Pick<DemoCourse, 'db' | 'api' | 'admin' | 'folder'>,
  captions: string,
  lesson: DemoLesson,
  { captions: made }: CourseVideo,
): Promise<void> {
  for (const language of ['en', 'zh-CN'] as const) {
    if (made.some((one) => one.language === language)) continue
    const cues = lesson.captions[language].map((said, i) => {
      const at = (seconds: number) => `00:${seconds.toFixed(3).padStart(6, '0')}`
      return `${at(i * EACH_SECONDS + 0.2)} --> ${at((i + 1) * EACH_SECONDS - 0.2)}\n${said}`
    })
    const file = path.join(folder, `${lesson.name}.${language}.vtt`)
    writeFileSync(file, `WEBVTT\n\n${cues.join('\n\n')}\n`)
    const { id } = await sentAndReady(db, api, admin.id, file, 'file')
    await callApi(api, 'PUT', `${captions}/${language}`, { body: { uploadId: id, label: labels[language] } })
  }
}

function largestPicture(work: Work | undefined): string | undefined {
  const picture = work?.previews.find(({ purpose }) => purpose === 'detail')
  return picture?.variants
    .filter(({ format }) => format !== 'avif')
    .toSorted((one, other) => other.width - one.width)[0]?.url
}
