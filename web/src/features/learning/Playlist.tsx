import { useTranslation } from 'react-i18next'
import type { Course } from '@toile/contracts/courses/courses'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { Picture } from '../../ui/Picture.js'
import { clock } from '../videos/clock.js'
import { Watched } from './CourseTile.js'

/** The videos of a course beside the one that is watched. */
export function Playlist({ course, currentId }: { course: Course; currentId: string }) {
  const { t } = useTranslation()
  const watched = course.lessons.filter(({ progress }) => progress?.watched).length
  return (
    <nav className="playlist" aria-label={t('learning:lessons')}>
      <h2>
        <bdi>{course.title}</bdi>
      </h2>
      <p className="muted">
        {watched > 0
          ? t('learning:watchedOf', { watched, count: course.videos })
          : t('learning:videos', { count: course.videos })}
        <span className="tabular"> · {clock(course.durationSeconds)}</span>
      </p>
      <ol>
        {course.lessons.map(({ id, title, poster, durationSeconds, progress }, i) => (
          <li key={id}>
            <Link to={paths.lesson(course.id, id)} aria-current={id === currentId ? 'page' : undefined}>
              <span className="playlist-picture">
                {poster && <Picture image={poster} sizes="128px" />}
                <span className="course-length tabular">{clock(durationSeconds)}</span>
                {progress && <Watched share={progress.watched ? 1 : progress.seconds / durationSeconds} />}
              </span>
              <span>
                <span className="playlist-title">
                  {i + 1}. {title}
                </span>
                {progress?.watched && <span className="muted">{t('learning:watched')}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
