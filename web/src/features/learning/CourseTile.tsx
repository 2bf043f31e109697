import { useTranslation } from 'react-i18next'
import type { CourseCard } from '@toile/contracts/courses/courses'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { Picture } from '../../ui/Picture.js'
import { ButtonLink } from '../../ui/Button.js'
import { clock } from '../videos/clock.js'
import './course-marks.css'

const SIZES = '(min-width: 1500px) 24vw, 32vw'

export function CourseTile({ course, first = false }: { course: CourseCard; first?: boolean }) {
  const { t } = useTranslation()
  const { progress, videos } = course
  return (
    <li className="tile course">
      <div className="tile-cover course-cover">
        {course.cover && <Picture image={course.cover} sizes={SIZES} first={first} />}
        <span className="course-length tabular">{clock(course.durationSeconds)}</span>
        {progress && <Watched share={progress.watched / Math.max(1, videos)} />}
      </div>
      <h3 className="tile-title">
        <Link to={paths.lesson(course.id)}>
          <bdi>{course.title}</bdi>
        </Link>
      </h3>
      <div className="tile-line">
        <span>
          {progress
            ? t('learning:watchedOf', { watched: progress.watched, count: videos })
            : t('learning:videos', { count: videos })}
        </span>
      </div>
    </li>
  )
}

export function FeaturedCourse({ course }: { course: CourseCard }) {
  const { t } = useTranslation()
  return (
    <article className="tile featured-course">
      <div className="tile-cover course-cover">
        {course.cover && <Picture image={course.cover} sizes="62vw" first />}
        <span className="course-length tabular">{clock(course.durationSeconds)}</span>
      </div>
      <div>
        <p className="muted">{t('learning:latest')}</p>
        <h2>
          <bdi>{course.title}</bdi>
        </h2>
        <p className="featured-summary" dir="auto">
          {course.summary}
        </p>
        <p className="muted">{t('learning:videos', { count: course.videos })}</p>
        <ButtonLink variant="filled" to={paths.lesson(course.id)}>
          {t('learning:begin')}
        </ButtonLink>
      </div>
    </article>
  )
}

/** The tile of a course to continue. It is wide, because most users open the page to continue a course. */
export function BegunCourse({ course }: { course: CourseCard }) {
  const { t } = useTranslation()
  const { progress } = course
  if (!progress) return null
  return (
    <li className="tile begun">
      <div className="tile-cover begun-cover">
        {course.cover && <Picture image={course.cover} sizes="240px" first />}
      </div>
      <div className="begun-text">
        <h3 className="tile-title">
          <Link to={paths.lesson(course.id)}>
            <bdi>{course.title}</bdi>
          </Link>
        </h3>
        <p className="muted">{t('learning:watchedOf', { watched: progress.watched, count: course.videos })}</p>
        <Watched share={progress.watched / Math.max(1, course.videos)} />
      </div>
    </li>
  )
}

export function Watched({ share }: { share: number }) {
  return (
    <span className="watched" aria-hidden="true">
      <span style={{ width: `${Math.min(1, share) * 100}%` }} />
    </span>
  )
}
